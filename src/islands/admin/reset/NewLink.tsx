import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { forgotPasswordEndpoint } from '#contract/auth/session.ts'
import {
  OutcomeMessage,
  requestResetLink,
  type RequestOutcome,
} from '#islands/admin/login/OutcomeMessage.tsx'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { createForm } from '#lib/form.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstError } from '#ui/focus.ts'

/** Offers a new link in place of one that is missing, used or expired. */
export function NewLink() {
  useSignals()
  return (
    <form
      noValidate
      aria-label="A new link"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const element = event.currentTarget
        void sendNewLink().then((done) => done || focusFirstError(element))
      }}
    >
      <p role="alert" className="message">
        This link has already been used, is too old or is incomplete. If you have just changed your password
        with it, you can sign in. Otherwise we can send you a new one.
      </p>
      <OutcomeMessage outcome={outcome.value} />
      <EmailField label="Email" autoComplete="username" {...form.field('email')} />
      <Button type="submit" pendingLabel={isPending.value ? 'Sending...' : undefined}>
        Send a new link
      </Button>
      <p>
        <a className="link text-small" href="/admin/login">
          Sign in instead
        </a>
      </p>
    </form>
  )
}

const form = createForm(forgotPasswordEndpoint.body, { email: '' })
const isPending = signal(false)
const outcome = signal<RequestOutcome | undefined>(undefined)

/** Returns false if a field is invalid. */
async function sendNewLink(): Promise<boolean> {
  const typed = form.validate()
  if (!typed) return false
  if (isPending.value) return true
  isPending.value = true
  outcome.value = await requestResetLink(typed.email)
  isPending.value = false
  return true
}
