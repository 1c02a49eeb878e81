import { type Signal, signal } from '@preact/signals-react'
import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'

export type Texts<Name extends string> = Record<Name, string>

export interface Form<Name extends string, Output> {
  /** What stands in the fields, as typed. */
  values: Signal<Texts<Name>>
  /** A sentence for each field that is wrong. */
  errors: Signal<Partial<Texts<Name>>>
  type(name: Name, text: string): void
  /** The values as the contract wants them, or undefined: then `errors` says why. */
  check(): Output | undefined
  /** The server's sentences go where our own would. */
  showErrors(fields: Record<string, string>): void
  clear(): void
}

/** The state of a form whose fields are those of a contract schema. A sentence goes when its field is typed in again. */
export function createForm<Name extends string, Schema extends GenericSchema>(
  schema: Schema,
  blank: Texts<Name>,
): Form<Name, InferOutput<Schema>> {
  const values = signal(blank)
  const errors = signal<Partial<Texts<Name>>>({})
  const showErrors = (fields: Record<string, string>) => void (errors.value = fields as Partial<Texts<Name>>)
  return {
    values,
    errors,
    showErrors,
    type(name, text) {
      values.value = { ...values.value, [name]: text }
      errors.value = { ...errors.value, [name]: undefined }
    },
    check() {
      const parsed = safeParse(schema, values.value)
      const found: Record<string, string> = {}
      for (const issue of parsed.issues ?? []) found[getDotPath(issue) ?? ''] ??= issue.message
      showErrors(found)
      return parsed.success ? parsed.output : undefined
    },
    clear() {
      values.value = blank
      errors.value = {}
    },
  }
}
