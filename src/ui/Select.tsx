import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame } from '#ui/Field.tsx'

interface Props extends Omit<ComponentProps<'select'>, 'ref' | 'id'> {
  label: string
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean
}

/** A labelled native select with its error message and hint. */
export function Select({ label, error, hint, optional, className, ...control }: Props) {
  return (
    <FieldFrame {...{ label, error, hint, optional, className }}>
      {(frame) => (
        <span className="select">
          <select {...control} {...frame} />
        </span>
      )}
    </FieldFrame>
  )
}
