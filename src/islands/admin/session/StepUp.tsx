import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { stepUpEndpoint, StepUpSchema } from '#contract/auth/own-account.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { finishStepUp, isStepUpNeeded, session } from '#islands/admin/session/session.store.ts'
import { toActionError } from '#islands/admin/shared/error-message.ts'
import { PasswordField } from '#islands/admin/shared/PasswordField.tsx'
import { createForm } from '#lib/form.ts'
import { FormDialog, type ActionResult } from '#ui/FormDialog.tsx'

/** Asks for the password before something important, over what is open, which keeps what was typed. */
export function StepUp() {
  useSignals()
  return isStepUpNeeded.value ? <StepUpDialog /> : null
}

function StepUpDialog() {
  useSignals()
  const [form] = useState(() => createForm(StepUpSchema, { password: '' }))
  const password = useRef<HTMLInputElement>(null)
  // In an effect, which runs after the dialog is open.
  useEffect(() => password.current?.focus(), [])
  const email = session.value?.email ?? ''
  return (
    <FormDialog
      title="Please enter your password"
      eyebrow={email}
      submitLabel="Continue"
      pendingLabel="One moment..."
      form={form}
      onSubmit={prove}
      onClose={() => finishStepUp(false)}
    >
      <div className="grid gap-4">
        <p>This is important, so please show once more that it is you. Nothing you typed is lost.</p>
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

async function prove(typed: { password: string }): Promise<ActionResult> {
  try {
    await adminCall(stepUpEndpoint, typed)
    finishStepUp(true)
    return undefined
  } catch (error) {
    const { fields, message } = toActionError(error, 'We could not check your password. Please try again.')
    return { fields, message: fields['password'] === undefined ? message : '' }
  }
}
