import { useSignals } from '@preact/signals-react/runtime'
import { PASSWORD_MIN } from '#contract/auth/session.ts'
import { PasswordField } from '#islands/admin/shared/PasswordField.tsx'
import { RecoveryForm } from '#islands/admin/welcome/RecoveryForm.tsx'
import {
  createFirstOwner,
  errorMessage,
  form,
  isPending,
  step,
} from '#islands/admin/welcome/welcome.store.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { Button } from '#ui/Button.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { Field } from '#ui/Field.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { usePrerenderedForm } from '#ui/hydration.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'

/** Makes the first owner of a new website. */
export function WelcomeForm() {
  return (
    <ErrorBoundary fallback={<LoadFailed>The form could not be loaded. Please reload the page.</LoadFailed>}>
      <Steps />
      <RecoveryForm />
    </ErrorBoundary>
  )
}

function Steps() {
  useSignals()
  if (step.value === 'form') return <FirstOwnerForm />
  return (
    <div className="grid gap-5">
      {step.value === 'created' ? (
        <p role="status" className="message message-good">
          Your account is ready. You can sign in with your email and password now.
        </p>
      ) : (
        <p role="alert" className="message">
          This page is closed, because the first account has already been created. If it is yours, please sign
          in.
        </p>
      )}
      <a className="button" href="/admin/login">
        Sign In
      </a>
    </div>
  )
}

function FirstOwnerForm() {
  useSignals()
  const prerendered = usePrerenderedForm('welcome', (name, text) => {
    if (name === 'setupCode' || name === 'email' || name === 'password') form.setValue(name, text)
  })
  return (
    <form
      {...prerendered}
      noValidate
      aria-label="First account"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const element = event.currentTarget
        void createFirstOwner().then((done) => done || focusFirstError(element))
      }}
    >
      <p role="alert" className="empty:hidden">
        {errorMessage.value && (
          <span className="message message-bad block text-small">{errorMessage.value}</span>
        )}
      </p>
      <Field
        label="Setup code"
        hint="This is the code that you set in Netlify as the variable SETUP_CODE."
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...form.field('setupCode')}
      />
      <EmailField label="Your email" autoComplete="username" {...form.field('email')} />
      <PasswordField
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters. A few words that only you would put together work well.`}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <Button type="submit" pendingLabel={isPending.value ? 'One moment...' : undefined}>
        Create account
      </Button>
    </form>
  )
}
