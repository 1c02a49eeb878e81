import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { RecoveryCodeSchema, StepUpSchema } from '#contract/auth/second-factor.ts'
import { NewPasskey } from '#islands/admin/session/NewPasskey.tsx'
import { findDue, passkeyMessage, prove, proveByPasskey, type Due } from '#islands/admin/session/passkeys.ts'
import { finishStepUp, proving, session } from '#islands/admin/session/session.store.ts'
import { errorMessage, toActionError } from '#islands/admin/shared/error-message.ts'
import { PasswordField } from '#islands/admin/shared/PasswordField.tsx'
import { ApiError } from '#lib/api.ts'
import { createForm } from '#lib/form.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog, type ActionError, type ActionResult } from '#ui/FormDialog.tsx'

/** Asks who it is before something important, over what is open, which keeps what was typed; and for a passkey after the password. */
export function StepUp() {
  useSignals()
  return proving.value === undefined ? null : <StepUpDialog {...proving.value} />
}

type Way = Due['due'] | 'recovery-code'

const close = () => finishStepUp(false)

function StepUpDialog({ token, owesPasskey }: NonNullable<typeof proving.value>) {
  useSignals()
  const [way, setWay] = useState<Way>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    findDue(token).then(
      ({ due }) => setWay(due),
      (error: unknown) => {
        if (hasEnded(error)) finishStepUp(true)
        else setFailure(errorMessage(error, 'We could not ask who you are. Please try again.'))
      },
    )
  }, [token])
  const email = session.value?.email ?? ''
  if (way === 'password') return <ByPassword token={token} email={email} />
  if (way === 'recovery-code')
    return <ByRecoveryCode token={token} email={email} onBack={() => setWay('passkey')} />
  if (way === 'passkey')
    return (
      <ByPasskey
        token={token}
        email={email}
        reason={owesPasskey ? 'Your password is right. Your passkey is the second step.' : IMPORTANT}
        onCode={() => setWay('recovery-code')}
      />
    )
  if (way === 'new-passkey')
    return <NewPasskey token={token} isOwed onAdded={() => finishStepUp(true)} onClose={close} />
  return (
    <Dialog title="One moment" onClose={close}>
      <p className="dialog-body" role="status">
        {failure || 'Loading...'}
      </p>
    </Dialog>
  )
}

const IMPORTANT = 'This is important, so please show once more that it is you. Nothing you typed is lost.'

interface Props {
  token: string
  email: string
}

function ByPassword({ token, email }: Props) {
  useSignals()
  const [form] = useState(() => createForm(StepUpSchema, { password: '' }))
  const password = useRef<HTMLInputElement>(null)
  // In an effect, which runs after the dialog is open.
  useEffect(() => password.current?.focus(), [])
  return (
    <FormDialog
      title="Please enter your password"
      eyebrow={email}
      submitLabel="Continue"
      pendingLabel="One moment..."
      form={form}
      onSubmit={(typed) =>
        finish(
          () => prove(token, { by: 'password', ...typed }),
          besideField('We could not check your password. Please try again.'),
        )
      }
      onClose={close}
    >
      <div className="grid gap-4">
        <p>{IMPORTANT}</p>
        {/* For password managers. */}
        <input hidden readOnly name="email" autoComplete="username" value={email} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          input={password}
          {...form.field('password')}
        />
      </div>
    </FormDialog>
  )
}

function ByPasskey({ token, email, reason, onCode }: Props & { reason: string; onCode: () => void }) {
  return (
    <FormDialog
      title="Please use your passkey"
      eyebrow={email}
      submitLabel="Use Passkey"
      pendingLabel="One moment..."
      onSubmit={() =>
        finish(
          () => proveByPasskey(token),
          (error) => ({ message: passkeyMessage(error) }),
        )
      }
      onClose={close}
    >
      <div className="grid gap-4">
        <p>{reason}</p>
        <p>
          <Button variant="text" className="py-2.5" onClick={onCode}>
            Use a recovery code instead
          </Button>
        </p>
      </div>
    </FormDialog>
  )
}

function ByRecoveryCode({ token, email, onBack }: Props & { onBack: () => void }) {
  useSignals()
  const [form] = useState(() => createForm(RecoveryCodeSchema, { recoveryCode: '' }))
  return (
    <FormDialog
      title="Please enter a recovery code"
      eyebrow={email}
      submitLabel="Continue"
      pendingLabel="One moment..."
      form={form}
      onSubmit={(typed) =>
        finish(
          () => prove(token, { by: 'recovery-code', ...typed }),
          besideField('We could not check the code. Please try again.'),
        )
      }
      onClose={close}
    >
      <div className="grid gap-4">
        <p>
          You got ten of them with your first passkey. Each works once. If you have none left, an owner can
          reset your passkeys.{' '}
          <a className="link" href="/admin/welcome">
            What an owner alone can do
          </a>
        </p>
        <Field
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('recoveryCode')}
        />
        <p>
          <Button variant="text" className="py-2.5" onClick={onBack}>
            Use your passkey
          </Button>
        </p>
      </div>
    </FormDialog>
  )
}

async function finish(
  send: () => Promise<unknown>,
  describe: (error: unknown) => ActionError,
): Promise<ActionResult> {
  try {
    await send()
  } catch (error) {
    if (!hasEnded(error)) return describe(error)
  }
  finishStepUp(true)
  return undefined
}

/** Then the request is repeated, and asks to sign in again. */
const hasEnded = (error: unknown) => error instanceof ApiError && error.body?.code === 'signed_out'

const besideField =
  (failed: string) =>
  (error: unknown): ActionError => {
    const { fields, message } = toActionError(error, failed)
    return { fields, message: Object.keys(fields).length > 0 ? '' : message }
  }
