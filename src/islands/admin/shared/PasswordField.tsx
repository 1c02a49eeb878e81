import { type Ref, useId, useState } from 'react'

interface Props {
  label: string
  value: string
  error?: string | undefined
  hint?: string
  autoComplete: 'current-password' | 'new-password'
  input?: Ref<HTMLInputElement>
  onType: (text: string) => void
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, value, error, hint, autoComplete, input, onType }: Props) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="field-inset">
        <input
          ref={input}
          id={id}
          name="password"
          className="input"
          type={shown ? 'text' : 'password'}
          value={value}
          autoComplete={autoComplete}
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onType(event.target.value)}
        />
        <button type="button" onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
          <span className="sr-only"> password</span>
        </button>
      </span>
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
