import { useSignals } from '@preact/signals-react/runtime'
import { RECOVERY_HOURS } from '#contract/auth/sign-in-limits.ts'
import { dateTime } from '#islands/admin/shared/format.ts'
import {
  failure,
  isRecovering,
  recover,
  recovery,
  recoveryForm,
} from '#islands/admin/welcome/recovery.store.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { focusFirstError } from '#ui/focus.ts'

/** Lets an owner in again who has neither passkey nor recovery codes. */
export function RecoveryForm() {
  useSignals()
  return (
    <details className="mt-6 border-t border-rule pt-4">
      <summary>Have you lost your passkey and your recovery codes?</summary>
      <div className="mt-4 grid gap-5">
        <p>
          If you know another owner, they can reset your passkeys in the portal. If you are alone, set a
          variable <span translate="no">RECOVERY_CODE</span> at Netlify with at least 15 characters, deploy,
          and type it here.
        </p>
        {recovery.value && (
          <p role="status" className="message message-good">
            {recovery.value.worksFrom === null
              ? 'Your passkeys have ended. Please sign in with your password, and add a new passkey.'
              : `We have told every owner by email. Please type the same code here again after ${dateTime(recovery.value.worksFrom)}.`}
          </p>
        )}
        <form
          noValidate
          aria-label="Recovery"
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            const element = event.currentTarget
            void recover().then((done) => done || focusFirstError(element))
          }}
        >
          <p role="alert" className="empty:hidden">
            {failure.value && <span className="message message-bad block text-small">{failure.value}</span>}
          </p>
          <Field
            label="Recovery code"
            hint={`Every owner is told by email at once, and can stop it for ${RECOVERY_HOURS} hours.`}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            {...recoveryForm.field('recoveryCode')}
          />
          <EmailField
            label="Email you sign in with"
            autoComplete="username"
            {...recoveryForm.field('email')}
          />
          <Button
            type="submit"
            variant="quiet"
            pendingLabel={isRecovering.value ? 'One moment...' : undefined}
          >
            Send the code
          </Button>
        </form>
      </div>
    </details>
  )
}
