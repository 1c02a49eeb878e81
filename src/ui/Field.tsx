import { useId, type ComponentProps, type ReactNode } from 'react'
import { ExactText } from '#ui/ExactText.tsx'

interface FrameProps {
  label: string
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean | undefined
  /** Shown in brackets after the label, such as a limit. */
  note?: string | undefined
  className?: string | undefined
}

/** The attributes that connect a control to its label, error message and hint. */
export interface ControlProps {
  id: string
  className: 'input'
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** A label, the control that `children` renders, its error message and its hint. */
export function FieldFrame({
  label,
  error,
  hint,
  optional,
  note = optional ? 'optional' : undefined,
  className = '',
  children,
}: FrameProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  // The error message comes first: focusFirstError scrolls it into view.
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>
        <span>{label}</span> {note && <span className="field-optional">{`(${note})`}</span>}
      </label>
      {children({
        id,
        className: 'input',
        'aria-invalid': error !== undefined,
        'aria-describedby': described || undefined,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          <ExactText>{error}</ExactText>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {typeof hint === 'string' ? <ExactText>{hint}</ExactText> : hint}
        </p>
      )}
    </div>
  )
}

type Control = Omit<ComponentProps<'input'> & ComponentProps<'textarea'>, 'ref' | 'id'>

interface Props extends FrameProps, Omit<Control, keyof FrameProps | 'children'> {
  lines?: number
}

/** A labelled input, or a textarea if `lines` is set, with its error message and hint. */
export function Field({ label, error, hint, optional, note, className, lines, ...control }: Props) {
  return (
    <FieldFrame {...{ label, error, hint, optional, note, className }}>
      {(frame) =>
        lines === undefined ? (
          <input type="text" {...control} {...frame} />
        ) : (
          <textarea {...control} {...frame} rows={lines} />
        )
      }
    </FieldFrame>
  )
}
