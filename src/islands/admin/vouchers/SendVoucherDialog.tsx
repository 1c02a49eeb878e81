import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { ChosenDaySchema, sendDays } from '#contract/base/send-date.ts'
import { SEND_HOUR } from '#contract/base/statuses.ts'
import { EmailSchema } from '#contract/base/text.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { ReissueSchema } from '#contract/vouchers/voucher-changes.ts'
import { ACTIVATE_FIRST, describeEmail } from '#islands/admin/shared/email-labels.ts'
import { pounds } from '#islands/admin/shared/format.ts'
import { sendOnce } from '#islands/admin/shared/send-once.ts'
import { addressOf, arrivesToday, plannedDay } from '#islands/admin/vouchers/voucher-labels.ts'
import { reissueVoucher, resendVoucher } from '#islands/admin/vouchers/vouchers.store.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { sendBounds } from '#islands/checkout/send-bounds.ts'
import { sendTime } from '#islands/checkout/voucher-facts.ts'
import { createForm, type FieldValues, type Form } from '#lib/form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog, type ActionResult } from '#ui/FormDialog.tsx'

/** `when`: `planned` is the day for which the email waits. `newCode`: '' or `yes`. */
type Typed = FieldValues<'recipientEmail' | 'newCode' | 'when' | 'sendOn' | 'code'>

const isElsewhere = (voucher: AdminVoucher, { recipientEmail }: Typed) =>
  recipientEmail.trim().toLowerCase() !== addressOf(voucher)

/** Whether it gets a new code: by choice, or because another address needs one. */
const hasNewCode = (voucher: AdminVoucher, typed: Typed) =>
  typed.newCode !== '' || (voucher.isDelivered && isElsewhere(voucher, typed))

const formSchema = (voucher: AdminVoucher) => {
  const newCode = v.object({
    recipientEmail: voucher.deliverTo === 'print' ? ReissueSchema.entries.recipientEmail : EmailSchema(),
    code: ReissueSchema.entries.code,
  })
  const recipientEmail = voucher.isDelivered ? v.string() : EmailSchema()
  const sameCode = v.variant('when', [
    v.object({ recipientEmail, when: v.picklist(['planned', 'now']) }),
    v.object({ recipientEmail, when: v.literal('day'), sendOn: ChosenDaySchema }),
  ])
  return v.lazy((typed) => (hasNewCode(voucher, typed as Typed) ? newCode : sameCode))
}

type Sent = v.InferOutput<ReturnType<typeof formSchema>>

interface Props {
  voucher: AdminVoucher
  /** Whether a new code is chosen when it opens. */
  newCode: boolean
  onClose: () => void
}

/**
 * Sends a voucher again, emails one that is on paper, or changes the address or the day of an email that waits; with a new
 * code if the old one went to somebody else or is lost. One on paper is then printed again unless an address is given.
 */
export function SendVoucherDialog({ voucher, newCode, onClose }: Props) {
  useSignals()
  const current = addressOf(voucher)
  const planned = plannedDay(voucher)
  const isOnPaper = voucher.deliverTo === 'print'
  const [form] = useState(() =>
    createForm(formSchema(voucher), {
      recipientEmail: current,
      newCode: newCode ? 'yes' : '',
      when: planned === undefined ? 'now' : 'planned',
      sendOn: planned ?? '',
      code: '',
    }),
  )
  const typed = form.values.value
  const isReissued = hasNewCode(voucher, typed)
  const isNow = isReissued || typed.when === 'now'

  async function send(sent: Sent): Promise<ActionResult> {
    const { recipientEmail } = sent
    // One on paper goes to the address that it names only if that is said.
    const address = recipientEmail !== undefined &&
      (isOnPaper || recipientEmail !== current) && { recipientEmail }
    if (!('when' in sent)) {
      const wanted = { ...address, ...(sent.code !== undefined && { code: sent.code }) }
      return sendOnce({ reissued: voucher, ...wanted }, (requestId) =>
        reissueVoucher(voucher, { ...wanted, requestId }, recipientEmail),
      )
    }
    const days = { planned, now: null, day: 'sendOn' in sent ? sent.sendOn : undefined }
    const sendOn = days[sent.when]
    const wanted = { ...address, ...(sendOn !== undefined && { sendOn }) }
    const error = await sendOnce({ sentAgain: voucher, ...wanted }, (requestId) =>
      resendVoucher(voucher, { ...wanted, requestId }),
    )
    // It has left since it was read, or its copy has.
    if (error?.code === 'already_sent') form.setValue('newCode', 'yes')
    return error
  }

  return (
    <FormDialog
      title={isReissued ? 'Reissue' : isOnPaper ? 'Email Voucher' : 'Send again'}
      eyebrow={voucher.voucherCode}
      submitLabel={isReissued ? 'Reissue Voucher' : isNow ? 'Send Voucher' : 'Save'}
      pendingLabel={isReissued ? 'Reissuing...' : isNow ? 'Sending...' : 'Saving...'}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <EmailField
          label="Email"
          optional={isOnPaper && isReissued}
          autoComplete="off"
          hint={describeAddress(voucher, isReissued)}
          {...form.field('recipientEmail')}
        />
        {!isReissued && voucher.giftEmail?.state === 'bounced' && (
          <div className="message">
            <p>{`${describeEmail(voucher.giftEmail)}.`}</p>
            <p className="mt-2">{ACTIVATE_FIRST}</p>
          </div>
        )}
        <NewCode voucher={voucher} form={form} isChosen={isReissued} />
        {!isReissued && <When voucher={voucher} form={form} />}
        {isNow && planned !== undefined && <p className="message">{arrivesToday(planned)}</p>}
      </div>
    </FormDialog>
  )
}

function describeAddress({ deliverTo, isDelivered }: AdminVoucher, isReissued: boolean): string | undefined {
  if (deliverTo === 'buyer')
    return 'It goes to the buyer. If you enter another address, it goes there as a gift.'
  if (deliverTo === 'print')
    return isReissued
      ? 'Leave this empty to print the voucher again.'
      : 'This voucher is on paper. The email will have the same code, and we will keep the address with the voucher.'
  if (isReissued) return undefined
  return isDelivered
    ? 'It may already be in this mailbox, and will go there again. For another address it needs a new code.'
    : 'If it was mistyped, you can correct it here. We will keep the new address with the voucher.'
}

interface PartProps {
  voucher: AdminVoucher
  form: Form<keyof Typed, Sent>
}

function NewCode({ voucher, form, isChosen }: PartProps & { isChosen: boolean }) {
  useSignals()
  const [isCodeShown, setCodeShown] = useState(false)
  const typed = form.values.value
  const isNeeded = voucher.isDelivered && isElsewhere(voucher, typed)
  const address = typed.recipientEmail.trim().toLowerCase()
  const isBuyerTold = voucher.buyerEmail !== undefined && voucher.buyerEmail !== address
  const isPrinted = voucher.deliverTo === 'print' && address === ''
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isNeeded}
          onChange={({ target }) => form.setValue('newCode', target.checked ? 'yes' : '', ['recipientEmail'])}
        />
        <span>
          {isChosen && typed.code.trim() !== ''
            ? 'Give it the code you have typed below'
            : 'Give it a new code'}
        </span>
        <span className="field-hint">
          {isNeeded
            ? 'Somebody may have the old code, so it cannot go to another address with that.'
            : 'If it went to somebody else or is lost, so that nobody else can use it.'}
        </span>
      </label>
      {isChosen && (
        <>
          <p>
            <span>{isPrinted ? 'We will print it again' : 'We will email it straight away'}</span>
            <span>, and the old code will stop working. The balance will stay at </span>
            <span translate="no">{pounds(voucher.currentBalance)}</span>
            <span>{isBuyerTold ? '. We will let the buyer know.' : '.'}</span>
          </p>
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
        </>
      )}
    </>
  )
}

function When({ voucher, form }: PartProps) {
  useSignals()
  const { when } = form.values.value
  return (
    <>
      <fieldset>
        <legend className="field-label mb-1">When?</legend>
        {choicesOf(plannedDay(voucher)).map(([value, label]) => (
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
          {...sendDays({ today: sendBounds().today, lastDay: voucher.expiryDate })}
          hint={`We will send it at ${SEND_HOUR}:00 on that day.`}
          {...form.field('sendOn')}
        />
      )}
    </>
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
