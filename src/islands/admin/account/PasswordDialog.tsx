import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { PasswordChangeSchema } from '#contract/auth/own-account.ts'
import { PASSWORD_MIN } from '#contract/auth/session.ts'
import { changePassword } from '#islands/admin/account/account.store.ts'
import { session } from '#islands/admin/session/session.store.ts'
import { PasswordField } from '#islands/admin/shared/PasswordField.tsx'
import { createForm } from '#lib/form.ts'
import { FormDialog } from '#ui/FormDialog.tsx'

/** Changes one's own password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  useSignals()
  const [form] = useState(() => createForm(PasswordChangeSchema, { currentPassword: '', password: '' }))
  const email = session.value?.email ?? ''
  return (
    <FormDialog
      title="Change password"
      eyebrow={email}
      submitLabel="Change Password"
      pendingLabel="Changing..."
      form={form}
      onSubmit={changePassword}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {/* For password managers. */}
        <input hidden readOnly name="email" autoComplete="username" value={email} />
        <PasswordField
          label="Present password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <PasswordField
          label="New password"
          hint={`At least ${PASSWORD_MIN} characters. A few words that only you would put together work well.`}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <p className="message">All your other devices will be signed out.</p>
      </div>
    </FormDialog>
  )
}
