import * as v from 'valibot'
import { clinic } from './clinic.ts'
import * as home from './home.ts'
import { clinicSchema, homeSchema, therapiesSchema } from './schema.ts'
import { therapies } from './therapies.ts'

/** Stops the build with a sentence that names the file and the field, if the content does not hold together. */
export function checkContent(): void {
  check('clinic.ts', clinicSchema, clinic)
  check('therapies.ts', therapiesSchema, therapies)
  check('home.ts', homeSchema, home)
}

export function check(file: string, schema: v.GenericSchema, content: unknown): void {
  const result = v.safeParse(schema, content)
  if (result.success) return
  const faults = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`)
  throw new Error(`src/content/${file} does not hold together.\n  ${faults.join('\n  ')}`)
}
