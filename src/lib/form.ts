import { type Signal, signal } from '@preact/signals-react'
import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'

export type FieldValues<Name extends string> = Record<Name, string>

export interface Form<Name extends string, Output> {
  /** What stands in the fields, as typed. */
  values: Signal<FieldValues<Name>>
  /** A sentence for each field that is wrong. */
  errors: Signal<Partial<FieldValues<Name>>>
  setValue(name: Name, text: string): void
  /** The values as the contract wants them, or undefined: then `errors` says why. */
  validate(): Output | undefined
  /** The server's sentences go where our own would. */
  showErrors(fields: Record<string, string>): void
  reset(): void
}

/** The state of a form whose fields are those of a contract schema. A sentence goes when its field is typed in again. */
export function createForm<Name extends string, Schema extends GenericSchema>(
  schema: Schema,
  blank: FieldValues<Name>,
): Form<Name, InferOutput<Schema>> {
  const values = signal(blank)
  const errors = signal<Partial<FieldValues<Name>>>({})
  const showErrors = (fields: Record<string, string>) =>
    void (errors.value = fields as Partial<FieldValues<Name>>)
  return {
    values,
    errors,
    showErrors,
    setValue(name, text) {
      values.value = { ...values.value, [name]: text }
      errors.value = { ...errors.value, [name]: undefined }
    },
    validate() {
      const parsed = safeParse(schema, values.value)
      const found: Record<string, string> = {}
      for (const issue of parsed.issues ?? []) found[getDotPath(issue) ?? ''] ??= issue.message
      showErrors(found)
      return parsed.success ? parsed.output : undefined
    },
    reset() {
      values.value = blank
      errors.value = {}
    },
  }
}
