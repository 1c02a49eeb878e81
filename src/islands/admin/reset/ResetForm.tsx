import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { PASSWORD_MIN } from '#contract/auth/session.ts'
import { NewLink } from '#islands/admin/reset/NewLink.tsx'
import {
  changePassword,
  errorMessage,
  form,
  isPending,
  readToken,
  step,
} from '#islands/admin/reset/reset.store.ts'
import { PasswordField } from '#islands/admin/shared/PasswordField.tsx'
import { Button } from '#ui/Button.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { PasteLink } from '#ui/PasteLink.tsx'

export function ResetForm() {
  return (
    <ErrorBoundary fallback={<LoadFailed>The form could not be loaded. Please reload the page.</LoadFailed>}>
      <ResetSteps />
    </ErrorBoundary>
  )
}

function ResetSteps() {
  useSignals()
  useEffect(() => {
    readToken()
    // Another link may be opened in the same tab.
    addEventListener('hashchange', readToken)
    return () => removeEventListener('hashchange', readToken)
  }, [])
  switch (step.value) {
    case 'opening':
      return <p role="status">One moment...</p>
    case 'choose':
      return <NewPasswordForm />
    case 'lapsed':
      return (
        <div className="grid gap-8">
          <NewLink />
          <PasteLink />
        </div>
      )
    case 'changed':
      return <PasswordChanged />
  }
}

function NewPasswordForm() {
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
        {errorMessage.value && (
          <span className="message message-bad block text-small">{errorMessage.value}</span>
        )}
      </p>
      <PasswordField
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters. A few words that only you would put together work well.`}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <Button type="submit" pendingLabel={isPending.value ? 'Changing...' : undefined}>
        Change Password
      </Button>
    </form>
  )
}

function PasswordChanged() {
  return (
    <div className="grid gap-5">
      <p role="status" className="message message-good">
        Your password has been changed, and everyone who was signed in with the old one has been signed out.
      </p>
      <a className="button" href="/admin/login">
        Sign In
      </a>
    </div>
  )
}
