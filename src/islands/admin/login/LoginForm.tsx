import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import {
  canUsePasskey,
  initLogin,
  isRequestingReset,
  outcome,
  remember,
  requestPasswordReset,
  sendLogin,
  signIn,
  signInByKey,
} from '#islands/admin/login/login.store.ts'
import { OutcomeMessage } from '#islands/admin/login/OutcomeMessage.tsx'
import { StepUp } from '#islands/admin/session/StepUp.tsx'
import { PasswordField } from '#islands/admin/shared/PasswordField.tsx'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { Button } from '#ui/Button.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { useHydrated, usePrerenderedForm } from '#ui/hydration.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'

export function LoginForm() {
  return (
    <ErrorBoundary fallback={<LoadFailed>The form could not be loaded. Please reload the page.</LoadFailed>}>
      <Form />
      <StepUp />
    </ErrorBoundary>
  )
}

function Form() {
  useSignals()
  const { form, isPending: busy } = signIn
  const prerendered = usePrerenderedForm('sign-in', (name, text) => {
    if (name === 'email' || name === 'password') form.setValue(name, text)
    if (name === 'remember') remember.value = true
  })
  useEffect(initLogin, [])
  return (
    <form
      {...prerendered}
      noValidate
      aria-label="Sign in"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const element = event.currentTarget
        void sendLogin().then((signedIn) => signedIn || focusFirstError(element))
      }}
    >
      <OutcomeMessage outcome={outcome.value} />
      <EmailField label="Email" autoComplete="username webauthn" {...form.field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      <RememberAndForgot />
      <Button type="submit" pendingLabel={busy.value ? 'Signing in...' : undefined}>
        Sign In
      </Button>
      {canUsePasskey.value && (
        <Button variant="quiet" onClick={() => void signInByKey()}>
          Use a passkey
        </Button>
      )}
      <p className="text-small text-soft">
        “Remember me” keeps your email address on this device for one year. It does not keep you signed in.
      </p>
    </form>
  )
}

function RememberAndForgot() {
  useSignals()
  const ready = useHydrated()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <label className="check">
        <input
          type="checkbox"
          name="remember"
          checked={remember.value}
          onChange={(event) => (remember.value = event.target.checked)}
        />
        <span>Remember me</span>
      </label>
      <button
        type="button"
        disabled={!ready}
        className="min-h-target text-small underline"
        onClick={(event) => {
          const { form } = event.currentTarget
          void requestPasswordReset().then((tried) => tried || (form && focusFirstError(form)))
        }}
      >
        {isRequestingReset.value ? 'One moment...' : 'Forgot password?'}
      </button>
    </div>
  )
}
