import { PASSWORD_MIN } from '#contract/session'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { Boundary } from '../../../ui/ErrorBoundary.tsx'
import { Button } from '../../../ui/Button.tsx'
import { focusFirstError } from '../../../ui/focus.ts'
import { PasswordField } from '../shared/PasswordField.tsx'
import { NewLink } from './NewLink.tsx'
import { busy, changePassword, failure, form, stage, takeToken } from './reset.store.ts'

export function ResetForm() {
  return (
    <Boundary fallback={<p className="message">The form could not be loaded. Please reload the page.</p>}>
      <Stages />
    </Boundary>
  )
}

function Stages() {
  useSignals()
  useEffect(() => {
    takeToken()
    // Another link, opened in the same tab.
    addEventListener('hashchange', takeToken)
    return () => removeEventListener('hashchange', takeToken)
  }, [])
  switch (stage.value) {
    case 'opening':
      return <p role="status">One moment...</p>
    case 'choose':
      return <Choose />
    case 'lapsed':
      return <NewLink />
    case 'changed':
      return <Changed />
  }
}

function Choose() {
  useSignals()
  return (
    <form
      noValidate
      aria-label="Change password"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const element = event.currentTarget
        void changePassword().then((done) => done || focusFirstError(element))
      }}
    >
      <p role="alert" className="empty:hidden">
        {failure.value && <span className="message message-bad block text-small">{failure.value}</span>}
      </p>
      <PasswordField
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters. A few words that only you would put together are good.`}
        autoComplete="new-password"
        value={form.values.value.password}
        error={form.errors.value.password}
        onType={(text) => form.type('password', text)}
      />
      <Button type="submit" busy={busy.value ? 'Changing...' : undefined}>
        Change Password
      </Button>
    </form>
  )
}

function Changed() {
  return (
    <div className="grid gap-5">
      <p role="status" className="message message-good">
        Your password is changed, and everybody who was signed in with the former one is signed out.
      </p>
      <a className="button" href="/admin/login">
        Sign In
      </a>
    </div>
  )
}
