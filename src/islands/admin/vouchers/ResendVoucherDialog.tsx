import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import type { AdminVoucher } from '#contract/admin-vouchers.ts'
import { sendDays, SendOnSchema } from '#contract/send-date.ts'
import { SEND_HOUR } from '#contract/statuses.ts'
import { EmailSchema } from '#contract/text.ts'
import { FactButton } from '#islands/admin/shared/DetailPanel.tsx'
import { ACTIVATE_FIRST, describeEmail } from '#islands/admin/shared/email-labels.ts'
import { addressOf, arrivesToday, plannedDay } from '#islands/admin/vouchers/voucher-labels.ts'
import { openDialog, resendVoucher } from '#islands/admin/vouchers/vouchers.store.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { sendTime } from '#islands/checkout/voucher-facts.ts'
import { createForm } from '#lib/form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

/** `planned`: on the day for which the email waits. */
const formSchema = (recipientEmail: v.GenericSchema<string | undefined, string>) =>
  v.variant('when', [
    v.object({ recipientEmail, when: v.picklist(['planned', 'now']) }),
    v.object({ recipientEmail, when: v.literal('day'), sendOn: SendOnSchema }),
  ])

interface Props {
  voucher: AdminVoucher
  onClose: () => void
}

/**
 * Sends a voucher again, emails one that is on paper, or changes the address or the day of an email that waits. Once it may
 * lie in a mailbox, only to the same address: another one needs a new code.
 */
export function ResendVoucherDialog({ voucher, onClose }: Props) {
  useSignals()
  const currentEmail = addressOf(voucher)
  const { isDelivered, giftEmail } = voucher
  const planned = plannedDay(voucher)
  const isOnPaper = voucher.deliverTo === 'print'
  const [form] = useState(() =>
    createForm(formSchema(isDelivered ? v.string() : EmailSchema()), {
      recipientEmail: currentEmail,
      when: planned === undefined ? 'now' : 'planned',
      sendOn: planned ?? '',
    }),
  )
  const { when } = form.values.value

  function send(typed: v.InferOutput<ReturnType<typeof formSchema>>) {
    const days = { planned, now: null, day: 'sendOn' in typed ? typed.sendOn : undefined }
    const sendOn = days[typed.when]
    return resendVoucher(voucher, {
      ...(typed.recipientEmail !== currentEmail && { recipientEmail: typed.recipientEmail }),
      ...(sendOn !== undefined && { sendOn }),
    })
  }

  return (
    <FormDialog
      title={isOnPaper ? 'Email Voucher' : 'Send again'}
      eyebrow={voucher.voucherCode}
      submitLabel={when === 'now' ? 'Send Voucher' : 'Save'}
      pendingLabel={when === 'now' ? 'Sending...' : 'Saving...'}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {isDelivered ? (
          <div>
            <p className="wrap-anywhere">
              <span>It may already be in the mailbox of </span>
              <span translate="no">{currentEmail}</span>
              <span>, and will go there again.</span>
            </p>
            <p className="mt-2 text-small text-soft">
              To send it to another address, please press “Reissue”. The voucher will get a new code, so that
              nobody else can use it.
            </p>
            <FactButton onPress={() => (openDialog.value = { name: 'reissue', voucher })}>Reissue</FactButton>
          </div>
        ) : (
          <EmailField
            label="Email"
            autoComplete="off"
            hint={
              isOnPaper
                ? 'This voucher is on paper. The email will have the same code, and we will keep the address with the voucher.'
                : 'If it was mistyped, you can correct it here. We will keep the new address with the voucher.'
            }
            {...form.field('recipientEmail')}
          />
        )}
        {giftEmail?.state === 'bounced' && (
          <div className="message">
            <p>{`${describeEmail(giftEmail)}.`}</p>
            <p className="mt-2">{ACTIVATE_FIRST}</p>
          </div>
        )}
        <fieldset>
          <legend className="field-label mb-1">When?</legend>
          {choicesOf(planned).map(([value, label]) => (
            <label key={value} className="check">
              <input
                type="radio"
                name="when"
                value={value}
                checked={when === value}
                onChange={() => form.setValue('when', value, ['sendOn'])}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        {when === 'day' && (
          <Field
            label="Day"
            type="date"
            {...sendDays(voucher.expiryDate)}
            hint={`We will send it at ${SEND_HOUR}:00 on that day.`}
            {...form.field('sendOn')}
          />
        )}
        {when === 'now' && planned !== undefined && <p className="message">{arrivesToday(planned)}</p>}
      </div>
    </FormDialog>
  )
}

type Choice = readonly [when: 'planned' | 'day' | 'now', label: string]

const choicesOf = (planned: string | undefined): readonly Choice[] =>
  planned === undefined
    ? [
        ['now', 'Now'],
        ['day', 'On a day'],
      ]
    : [
        ['planned', `On ${sendTime(planned)}, as planned`],
        ['day', 'On another day'],
        ['now', 'Now'],
      ]
