import { useSignals } from '@preact/signals-react/runtime'
import { useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { EmailSchema } from '#contract/base/text.ts'
import { FactButton } from '#islands/admin/shared/DetailPanel.tsx'
import { changeAddress, type CorrectableKind } from '#islands/admin/shared/email-actions.ts'
import { OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { sendOnce } from '#islands/admin/shared/send-once.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { createForm } from '#lib/form.ts'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  kind: CorrectableKind
  id: string
  /** The present address. */
  email: string
  /** Names the record. */
  eyebrow: string
  /** Says what is sent again. */
  hint: string
  /** What else the owner should know before. */
  children?: ReactNode
}

/** The action that corrects the customer's address on a record, with its dialog. */
export function CorrectAddress(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <OwnersOnly>
      <FactButton onPress={() => setOpen(true)}>Correct email address</FactButton>
      {isOpen && <CorrectAddressDialog {...props} onClose={() => setOpen(false)} />}
    </OwnersOnly>
  )
}

const FormSchema = v.object({ email: EmailSchema() })

function CorrectAddressDialog({
  kind,
  id,
  email: current,
  eyebrow,
  hint,
  children,
  onClose,
}: Props & { onClose: () => void }) {
  useSignals()
  const [form] = useState(() => createForm(FormSchema, { email: current }))

  function correct({ email }: v.InferOutput<typeof FormSchema>) {
    const input = { kind, id, email }
    return sendOnce({ corrected: current, ...input }, (requestId) => changeAddress({ ...input, requestId }))
  }

  return (
    <FormDialog
      title="Correct email address"
      eyebrow={eyebrow}
      submitLabel="Save email address"
      pendingLabel="Saving..."
      form={form}
      onSubmit={correct}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <EmailField label="Email" autoComplete="off" hint={hint} {...form.field('email')} />
        {children}
        {(kind === 'voucher' || kind === 'order') && (
          <p className="message">
            We will also write to the old address to say that it was changed, but not what to.
          </p>
        )}
      </div>
    </FormDialog>
  )
}
