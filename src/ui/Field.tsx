import { type ComponentProps, type ReactNode, useId } from 'react'

type Control = Omit<ComponentProps<'input'> & ComponentProps<'textarea'>, 'ref' | 'id'>

interface Props extends Control {
  label: string
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean
  /** Shown in brackets after the label, such as a limit. */
  note?: string | undefined
  lines?: number
}

/** A labelled input, or a textarea if `lines` is set, with its error message and hint. */
export function Field({
  label,
  error,
  hint,
  optional,
  note = optional ? 'optional' : undefined,
  lines,
  className = '',
  ...control
}: Props) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const shared = {
    ...control,
    id,
    className: 'input',
    'aria-invalid': error !== undefined,
    ...(described && { 'aria-describedby': described }),
  }
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>
        {label} {note && <span className="field-optional">({note})</span>}
      </label>
      {lines === undefined ? <input {...shared} /> : <textarea {...shared} rows={lines} />}
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
