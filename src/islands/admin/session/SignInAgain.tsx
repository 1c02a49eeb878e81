import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { createSignIn } from '#islands/admin/session/create-sign-in.ts'
import {
  cancelSignIn,
  discardSession,
  isSignInNeeded,
  session,
} from '#islands/admin/session/session.store.ts'
import { PasswordField } from '#islands/admin/shared/PasswordField.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { focusFirstError } from '#ui/focus.ts'

/** The sign-in dialog over the portal when the session has ended. The portal keeps its state. */
export function SignInAgain() {
  useSignals()
  if (!isSignInNeeded.value) return null
  const email = session.value?.email ?? ''
  return (
    <Dialog title="Sign in again" eyebrow={email} onClose={cancelSignIn}>
      <PasswordForm email={email} />
    </Dialog>
  )
}

function PasswordForm({ email }: { email: string }) {
  useSignals()
  const [signIn] = useState(() => createSignIn(email))
  const password = useRef<HTMLInputElement>(null)
  // In an effect, which runs after the dialog is open.
  useEffect(() => password.current?.focus(), [])
  const { form, isPending: busy, errorMessage: failure } = signIn
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        void signIn.send().then((signedIn) => signedIn || focusFirstError(form))
      }}
    >
      <div className="dialog-body grid gap-4">
        <p>
          You have been signed out. Nothing you typed is lost. Please sign in to carry on. If your password is
          no longer accepted, please ask an owner.
        </p>
        <p role="alert" className="empty:hidden">
          {failure.value && <span className="message message-bad block">{failure.value}</span>}
        </p>
        {/* For password managers. */}
        <input hidden readOnly name="email" autoComplete="username" value={email} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          input={password}
          {...form.field('password')}
        />
      </div>
      <div className="dialog-foot">
        <Button variant="quiet" className="max-sm:grow" onClick={discardSession}>
          Leave
        </Button>
        <Button variant="quiet" className="max-sm:grow" onClick={() => void signIn.sendPasskey()}>
          Use a passkey
        </Button>
        <Button
          type="submit"
          className="min-w-40 max-sm:grow"
          pendingLabel={busy.value ? 'Signing in...' : undefined}
        >
          Sign In
        </Button>
      </div>
    </form>
  )
}
