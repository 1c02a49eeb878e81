import * as v from 'valibot'
import { colorsSchema } from '#clinic/contrast.ts'
import {
  clinicSchema,
  homeSchemaFor,
  legalSchema,
  photographsSchema,
  practitionersSchema,
  proofsSchema,
  therapiesSchema,
  therapySchema,
} from '#clinic/schema.ts'
import { clinicInFiles, proofs } from '#content/clinic.ts'
import { colors } from '#content/colors.ts'
import * as home from '#content/home.ts'
import { accessibilityStatement } from '#content/legal/accessibility-statement.ts'
import { cookiePolicy } from '#content/legal/cookie-policy.ts'
import { privacyPolicy } from '#content/legal/privacy-policy.ts'
import { termsConditions } from '#content/legal/terms-conditions.ts'
import { photographs } from '#content/photographs.ts'
import { practitioners } from '#content/practitioners.ts'
import { therapiesInFiles } from '#content/therapies.ts'

/** Throws an error that names each file and field if the content does not match its schema. It stops the build. */
export function checkContent(): void {
  const parts: [file: string, schema: v.GenericSchema, content: unknown][] = [
    ['clinic.ts', clinicSchema, clinicInFiles],
    ['clinic.ts', proofsSchema(clinicInFiles), proofs],
    ...therapiesInFiles.map((therapy): [string, v.GenericSchema, unknown] => [
      `therapies/${therapy.id}.ts`,
      therapySchema,
      therapy,
    ]),
    ['therapies.ts', therapiesSchema, therapiesInFiles],
    ['home.ts', homeSchemaFor(clinicInFiles), home],
    ['colors.ts', colorsSchema, colors],
    ['practitioners.ts', practitionersSchema, practitioners],
    ['photographs.ts', photographsSchema, photographs],
    ['legal/accessibility-statement.ts', legalSchema, accessibilityStatement],
    ['legal/cookie-policy.ts', legalSchema, cookiePolicy],
    ['legal/terms-conditions.ts', legalSchema, termsConditions],
    ['legal/privacy-policy.ts', legalSchema, privacyPolicy],
  ]
  const mistakes = parts.flatMap(([file, schema, content]) => mistakesIn(file, schema, content) ?? [])
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
}

/** Throws an error that names the file and each field if the content does not match the schema. */
export function check(file: string, schema: v.GenericSchema, content: unknown): void {
  const mistakes = mistakesIn(file, schema, content)
  if (mistakes !== undefined) throw new Error(mistakes)
}

function mistakesIn(file: string, schema: v.GenericSchema, content: unknown): string | undefined {
  const result = v.safeParse(schema, content, { message: inWords })
  if (result.success) return undefined
  const problems = result.issues.map((issue) =>
    [v.getDotPath(issue), issue.message].filter(Boolean).join(': '),
  )
  return `src/content/${file} has mistakes.\n  ${problems.join('\n  ')}`
}

const KINDS: Record<string, string> = {
  string: 'text between quotation marks',
  number: 'a number without quotation marks',
  boolean: 'true or false',
  Array: 'a list between [ and ]',
  Object: 'fields between { and }',
}

/** Says what is wrong, where the schema has no sentence of its own. */
function inWords({ type, expected, received, requirement }: v.BaseIssue<unknown>): string {
  if (expected === 'never') return 'there is no such field; remove it, or correct its name'
  if (received === 'undefined') return 'is missing'
  if (type === 'min_length') return `needs at least ${String(requirement)}`
  if (type === 'max_length') return `has more than ${String(requirement)}`
  return `should be ${KINDS[expected ?? ''] ?? expected}, and is ${received}`
}
