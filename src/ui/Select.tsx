import { type ComponentProps, useId } from 'react'

interface Props extends Omit<ComponentProps<'select'>, 'ref' | 'id'> {
  label: string
  error?: string | undefined
  optional?: boolean
}

/** A labelled native select with its error message. */
export function Select({ label, error, optional, className = '', ...control }: Props) {
  const id = useId()
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>
        {label} {optional && <span className="field-optional">(optional)</span>}
      </label>
      <span className="select">
        <select
          {...control}
          id={id}
          className="input"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
      </span>
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
