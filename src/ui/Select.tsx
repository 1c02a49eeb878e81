import type { ComponentProps } from 'react'
import { FieldFrame } from '#ui/Field.tsx'

interface Props extends Omit<ComponentProps<'select'>, 'ref' | 'id'> {
  label: string
  error?: string | undefined
  optional?: boolean
}

/** A labelled native select with its error message. */
export function Select({ label, error, optional, className, ...control }: Props) {
  return (
    <FieldFrame {...{ label, error, optional, className }}>
      {(frame) => (
        <span className="select">
          <select {...control} {...frame} />
        </span>
      )}
    </FieldFrame>
  )
}
