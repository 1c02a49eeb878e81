import { signal, type Signal } from '@preact/signals-react'
import { getDotPath, safeParse, type GenericSchema, type InferOutput } from 'valibot'

export type FieldValues<Name extends string> = Record<Name, string>

/** The props that connect a control to its field: `<Field label="Email" {...form.field('email')} />`. */
export interface FieldProps {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

export interface Form<Name extends string, Output> {
  /** The fields' raw text. */
  values: Signal<FieldValues<Name>>
  /** Error message per invalid field. */
  errors: Signal<Partial<FieldValues<Name>>>
  /** Also clears the errors of `dependents`, whose validity depends on this field. */
  setValue(name: Name, text: string, dependents?: Name[]): void
  /** Returns the props of a field's control. `clean` corrects what is typed. */
  field(name: Name, clean?: (text: string) => string): FieldProps
  /** Returns the schema's output, or undefined after it has set `errors`. */
  validate(): Output | undefined
  /** Shows the server's error messages at their fields. */
  showErrors(fields: Record<string, string>): void
  reset(): void
}

/** Creates the state of a form that a contract schema validates. Editing a field clears its error and calls `onEdit`. */
export function createForm<Name extends string, Schema extends GenericSchema>(
  schema: Schema,
  blank: FieldValues<Name>,
  onEdit?: () => void,
): Form<Name, InferOutput<Schema>> {
  const values = signal(blank)
  const errors = signal<Partial<FieldValues<Name>>>({})
  const showErrors = (fields: Record<string, string>) =>
    void (errors.value = fields as Partial<FieldValues<Name>>)
  const setValue = (name: Name, text: string, dependents: Name[] = []) => {
    values.value = { ...values.value, [name]: text }
    const remaining = { ...errors.value }
    for (const corrected of [name, ...dependents]) delete remaining[corrected]
    errors.value = remaining
    onEdit?.()
  }
  return {
    values,
    errors,
    showErrors,
    setValue,
    field: (name, clean = (text) => text) => ({
      name,
      value: values.value[name],
      error: errors.value[name],
      onChange: ({ target }) => setValue(name, clean(target.value)),
    }),
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
