import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { PASSWORD_MIN } from '#contract/auth/session.ts'
import { NewLink } from '#islands/admin/reset/NewLink.tsx'
import {
  changePassword,
  errorMessage,
  form,
  isInvited,
  isPending,
  readToken,
  signedInAs,
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
          {isInvited.value ? (
            <p role="alert" className="message">
              <span>
                This invitation has already been used, is too old or was withdrawn. If you have just chosen a
                password with it,{' '}
              </span>
              <a className="link" href="/admin/login">
                sign in
              </a>
              <span>. Otherwise please ask the person who invited you for another one.</span>
            </p>
          ) : (
            <NewLink />
          )}
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
      aria-label={isInvited.value ? 'Accept the invitation' : 'Change password'}
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
      {isInvited.value && (
        <p className="message">
          {signedInAs.value === undefined ? (
            'Welcome to the portal. Please choose a password. From then on, you sign in with it and your email address.'
          ) : (
            <>
              <span>You are signed in on this device as </span>
              <span translate="no">{signedInAs.value}</span>
              <span>
                . If the invitation is for somebody else, please let them open it on their own device.
                Choosing a password here signs you out.
              </span>
            </>
          )}
        </p>
      )}
      <PasswordField
        label={isInvited.value ? 'Your password' : 'New password'}
        hint={`At least ${PASSWORD_MIN} characters. A few words that only you would put together work well.`}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <Button type="submit" pendingLabel={isPending.value ? 'Saving...' : undefined}>
        {isInvited.value ? 'Save Password' : 'Change Password'}
      </Button>
    </form>
  )
}

function PasswordChanged() {
  useSignals()
  return (
    <div className="grid gap-5">
      <p role="status" className="message message-good">
        {isInvited.value
          ? 'Your password has been saved. You can now sign in.'
          : 'Your password has been changed, and everyone who was signed in with the old one has been signed out.'}
      </p>
      <a className="button" href="/admin/login">
        Sign In
      </a>
    </div>
  )
}
