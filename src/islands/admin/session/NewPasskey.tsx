import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { PasskeyNameSchema } from '#contract/auth/second-factor.ts'
import { createPasskey, passkeyMessage } from '#islands/admin/session/passkeys.ts'
import { RecoveryCodes } from '#islands/admin/session/RecoveryCodes.tsx'
import { requestStepUp } from '#islands/admin/session/session.store.ts'
import { ApiError } from '#lib/api.ts'
import { createForm } from '#lib/form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog, type ActionResult } from '#ui/FormDialog.tsx'

interface Props {
  token: string
  /** Whether the session opens nothing until there is one. */
  isOwed?: boolean
  onAdded: () => void
  onClose: () => void
}

/** Adds a passkey. After the first one it shows the recovery codes. */
export function NewPasskey({ token, isOwed = false, onAdded, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(PasskeyNameSchema, { name: '' }))
  const [codes, setCodes] = useState<string[]>()
  const isAdded = useRef(false)
  if (codes) return <RecoveryCodes codes={codes} onClose={onAdded} />
  async function add({ name }: { name: string }): Promise<ActionResult> {
    try {
      const shown = await createPasskey(token, name)
      isAdded.current = true
      if (shown.length > 0) setCodes(shown)
      else onAdded()
      return undefined
    } catch (error) {
      const isAskedAgain = error instanceof ApiError && error.body?.code === 'step_up_required' && !isOwed
      if (isAskedAgain && (await requestStepUp(token))) return await add({ name })
      return { message: passkeyMessage(error) }
    }
  }
  return (
    <FormDialog
      title="Add a passkey"
      submitLabel="Add Passkey"
      pendingLabel="One moment..."
      form={form}
      onSubmit={add}
      // The dialog also closes when it is done.
      onClose={() => {
        if (!isAdded.current) onClose()
      }}
    >
      <div className="grid gap-4">
        {isOwed && <p>Everybody here signs in with a passkey. It takes a minute, once.</p>}
        <p>
          A passkey is your phone, your computer or a security key. It shows that it is you, with your finger,
          your face or its PIN. Nobody can read it out, and no false website can get it.
        </p>
        <Field
          label="Name"
          autoComplete="off"
          hint="So that you know it again, such as “My phone”."
          {...form.field('name')}
        />
      </div>
    </FormDialog>
  )
}
