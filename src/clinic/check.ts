import * as v from 'valibot'
import {
  clinicSchema,
  homeSchema,
  legalSchema,
  photographsSchema,
  practitionersSchema,
  proofsSchema,
  therapiesSchema,
  therapySchema,
} from '#clinic/schema.ts'
import { clinicInFiles, proofs } from '#content/clinic.ts'
import * as home from '#content/home.ts'
import { accessibilityStatement } from '#content/legal/accessibility-statement.ts'
import { cookiePolicy } from '#content/legal/cookie-policy.ts'
import { privacyPolicy } from '#content/legal/privacy-policy.ts'
import { termsConditions } from '#content/legal/terms-conditions.ts'
import { photographs } from '#content/photographs.ts'
import { practitioners } from '#content/practitioners.ts'
import { therapiesInFiles } from '#content/therapies.ts'

/** Throws an error that names the file and the field if the content does not match its schema. It stops the build. */
export function checkContent(): void {
  check('clinic.ts', clinicSchema, clinicInFiles)
  check('clinic.ts', proofsSchema(clinicInFiles), proofs)
  for (const therapy of therapiesInFiles) check(`therapies/${therapy.id}.ts`, therapySchema, therapy)
  check('therapies.ts', therapiesSchema, therapiesInFiles)
  check('home.ts', homeSchema, home)
  check('practitioners.ts', practitionersSchema, practitioners)
  check('photographs.ts', photographsSchema, photographs)
  check('legal/accessibility-statement.ts', legalSchema, accessibilityStatement)
  check('legal/cookie-policy.ts', legalSchema, cookiePolicy)
  check('legal/terms-conditions.ts', legalSchema, termsConditions)
  check('legal/privacy-policy.ts', legalSchema, privacyPolicy)
}

export function check(file: string, schema: v.GenericSchema, content: unknown): void {
  const result = v.safeParse(schema, content)
  if (result.success) return
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`)
  throw new Error(`src/content/${file} has mistakes.\n  ${problems.join('\n  ')}`)
}
