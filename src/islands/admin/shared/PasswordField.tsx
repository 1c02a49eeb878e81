import { useState, type ComponentProps, type Ref } from 'react'
import { FieldFrame } from '#ui/Field.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  label: string
  error: string | undefined
  hint?: string
  autoComplete: 'current-password' | 'new-password'
  input?: Ref<HTMLInputElement>
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, error, hint, input, ...control }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...{ label, error, hint }}>
      {(frame) => (
        <span className="field-inset">
          <input
            ref={input}
            {...control}
            {...frame}
            type={shown ? 'text' : 'password'}
            autoCapitalize={shown ? 'off' : undefined}
            spellCheck={false}
          />
          <button type="button" onClick={() => setShown(!shown)}>
            <span>{shown ? 'Hide' : 'Show'}</span>
            <span className="sr-only"> password</span>
          </button>
        </span>
      )}
    </FieldFrame>
  )
}
