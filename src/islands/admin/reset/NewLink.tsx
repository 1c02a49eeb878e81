import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { focusFirstError } from '../../../ui/focus.ts'
import { OutcomeMessage } from '../login/OutcomeMessage.tsx'
import { isPending, form, outcome, sendNewLink } from './new-link.store.ts'

/** For a link that opens nothing (any more): a new one is two steps away. */
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
        This link has been used, is older than 30 minutes, or is not whole. We can send you a new one.
      </p>
      <OutcomeMessage outcome={outcome.value} />
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        value={form.values.value.email}
        error={form.errors.value.email}
        onChange={(event) => form.setValue('email', event.target.value)}
      />
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
