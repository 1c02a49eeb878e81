import { type Signal, signal } from '@preact/signals-react'
import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'

export type FieldValues<Name extends string> = Record<Name, string>

export interface Form<Name extends string, Output> {
  /** The fields' raw text. */
  values: Signal<FieldValues<Name>>
  /** Error message per invalid field. */
  errors: Signal<Partial<FieldValues<Name>>>
  setValue(name: Name, text: string): void
  /** Returns the schema's output, or undefined after it has set `errors`. */
  validate(): Output | undefined
  /** Shows the server's error messages at their fields. */
  showErrors(fields: Record<string, string>): void
  reset(): void
}

/** Creates the state of a form that a contract schema validates. Editing a field clears its error. */
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
