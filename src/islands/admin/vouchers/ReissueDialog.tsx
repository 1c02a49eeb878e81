import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import type { AdminVoucher } from '#contract/admin-vouchers.ts'
import { EmailSchema } from '#contract/text.ts'
import { ReissueSchema, reissueVoucherEndpoint } from '#contract/voucher-changes.ts'
import { pounds } from '#islands/admin/shared/format.ts'
import { addressOf, arrivesToday, plannedDay } from '#islands/admin/vouchers/voucher-labels.ts'
import { changeVoucher, printVoucher } from '#islands/admin/vouchers/vouchers.store.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { createForm } from '#lib/form.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

const formSchema = (isOnPaper: boolean) =>
  v.object({
    recipientEmail: isOnPaper ? ReissueSchema.entries.recipientEmail : EmailSchema(),
    code: ReissueSchema.entries.code,
  })

interface Props {
  voucher: AdminVoucher
  /** The address that was typed in the dialog to send it again, after it had left. */
  typed?: string | undefined
  onClose: () => void
}

/**
 * Replaces the voucher's code and emails it, because the old one went to somebody else or is lost. One on paper is
 * printed again unless an address is given.
 */
export function ReissueDialog({ voucher, typed, onClose }: Props) {
  useSignals()
  const current = addressOf(voucher)
  const planned = plannedDay(voucher)
  const isOnPaper = voucher.deliverTo === 'print'
  const [form] = useState(() =>
    createForm(formSchema(isOnPaper), { recipientEmail: typed ?? current, code: '' }),
  )
  const [keyFor] = useState(createIdempotencyKey)
  const [isCodeShown, setCodeShown] = useState(false)
  const { code: typedCode, recipientEmail: address } = form.values.value
  const isBuyerTold = voucher.buyerEmail !== undefined && voucher.buyerEmail !== address
  const isPrinted = isOnPaper && address.trim() === ''

  function reissue({ recipientEmail, code }: v.InferOutput<ReturnType<typeof formSchema>>) {
    const input = {
      ...(recipientEmail !== undefined && recipientEmail !== current && { recipientEmail }),
      ...(code !== undefined && { code }),
    }
    const body = { ...input, requestId: keyFor(input) }
    return changeVoucher(reissueVoucherEndpoint, voucher.id, body, {
      done() {
        if (recipientEmail === undefined) printVoucher(voucher)
        return {
          title: 'Success',
          description:
            recipientEmail === undefined
              ? 'The voucher has a new code and is ready to print.'
              : `The voucher has a new code, and it is on its way to ${recipientEmail}.`,
        }
      },
      failed: 'We could not reissue the voucher. Please try again.',
    })
  }

  return (
    <FormDialog
      title="Reissue"
      eyebrow={voucher.voucherCode}
      submitLabel="Reissue Voucher"
      pendingLabel="Reissuing..."
      form={form}
      onSubmit={reissue}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {typed !== undefined && (
          <p className="message">
            This voucher has already been emailed, so it needs a new code before it can go to another address.
          </p>
        )}
        <p>
          <span>
            {`We will give the voucher ${typedCode.trim() === '' ? 'a new code' : 'the code you have typed below'} and ${isPrinted ? 'print it again' : 'email it to this address'}.`}
          </span>
          <span> The old code will stop working straight away. The balance will stay at </span>
          <span translate="no">{pounds(voucher.currentBalance)}</span>
          <span>{isBuyerTold ? '. We will let the buyer know.' : '.'}</span>
        </p>
        {planned !== undefined && <p className="message">{arrivesToday(planned)}</p>}
        <EmailField
          label="Email"
          optional={isOnPaper}
          autoComplete="off"
          hint={isOnPaper ? 'Leave this empty to print the voucher again.' : undefined}
          {...form.field('recipientEmail')}
        />
        <details
          open={isCodeShown || form.errors.value.code !== undefined}
          onToggle={({ currentTarget }) => setCodeShown(currentTarget.open)}
        >
          <summary className="py-3 text-small">After restoring a backup</summary>
          <Field
            label="Code"
            optional
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint="Please fill this in only if a backup has been restored. Enter the code that the recipient has."
            {...form.field('code')}
          />
        </details>
      </div>
    </FormDialog>
  )
}
