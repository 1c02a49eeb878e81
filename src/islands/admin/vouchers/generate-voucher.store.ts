import * as v from 'valibot'
import { parsePence } from '#contract/base/money.ts'
import { EmailSchema } from '#contract/base/text.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import {
  EMAIL_SENTENCE,
  generateVoucherEndpoint,
  GenerationSchema,
  RECEIPT_SENTENCE,
  type deskPayments,
} from '#contract/vouchers/generate-voucher.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { goTo } from '#islands/admin/router.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { sendOnce } from '#islands/admin/shared/send-once.ts'
import { queryClient } from '#islands/admin/shared/server-data.ts'
import { list, printVoucher } from '#islands/admin/vouchers/vouchers.store.ts'
import { SendDaySchema } from '#islands/checkout/send-bounds.ts'
import { sendTime } from '#islands/checkout/voucher-facts.ts'
import { createForm, type FieldValues } from '#lib/form.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

/** How the voucher is given: on paper, by email at once, or by email on a day. */
export const givings = ['print', 'now', 'day'] as const

const BLANK = {
  originalAmount: '',
  // No default: a cash sale must not be recorded as a gift by oversight.
  paidBy: '',
  /** 'yes' if it is sold by telephone. */
  byPhone: '',
  given: 'now',
  sendOn: '',
  recipientName: '',
  recipientEmail: '',
  buyerName: '',
  buyerEmail: '',
  personalMessage: '',
  customVoucherCode: '',
}

type Values = FieldValues<keyof typeof BLANK>

/** A free voucher is not sold; the tick is kept in the form. */
export const isByPhone = ({ byPhone, paidBy }: Pick<Values, 'byPhone' | 'paidBy'>): boolean =>
  byPhone === 'yes' && (paidBy === 'cash' || paidBy === 'card')

/** Returns what applies to the chosen way; what was typed for another one is kept in the form. */
function toBody({
  given,
  sendOn,
  recipientEmail,
  byPhone,
  ...others
}: Values): v.InferInput<typeof GenerationSchema> {
  const paidBy = others.paidBy as (typeof deskPayments)[number]
  const body = { ...others, paidBy, ...(isByPhone({ byPhone, paidBy }) && { byPhone: true }) }
  if (given === 'print') return { ...body, deliverTo: 'print' as const }
  return { ...body, recipientEmail, ...(given === 'day' && { sendOn }) }
}

const entries = {
  ...v.omit(v.object(GenerationSchema.entries), ['recipientEmail', 'deliverTo', 'sendOn']).entries,
  byPhone: v.string(),
}
const emailedEntries = { ...entries, recipientEmail: EmailSchema(EMAIL_SENTENCE) }

/** Checks only the fields that apply to the chosen way. */
const GenerateFormSchema = v.pipe(
  v.variant('given', [
    v.object({ ...entries, given: v.literal('print') }),
    v.object({ ...emailedEntries, given: v.literal('now') }),
    v.object({ ...emailedEntries, given: v.literal('day'), sendOn: SendDaySchema }),
  ]),
  v.forward(
    v.partialCheck(
      [['byPhone'], ['paidBy'], ['buyerEmail']],
      (typed) => !isByPhone(typed) || typed.buyerEmail !== undefined,
      RECEIPT_SENTENCE,
    ),
    ['buyerEmail'],
  ),
)

export const createGenerateForm = () => createForm(GenerateFormSchema, BLANK)

/** The vouchers in the list. */
export const listedVouchers = (): AdminVoucher[] =>
  queryClient.getQueryData(list.query.peek().queryKey)?.pages.flatMap(({ reply }) => reply) ?? []

/**
 * Generates the voucher and opens it. One on paper is printed as soon as it is shown. `listed`: the list behind the dialog
 * when it was opened. If it had a voucher with the same name and amount, another one is made.
 */
export function generateVoucher(values: Values, listed: AdminVoucher[]): Promise<ActionResult> {
  const body = toBody(values)
  const pence = parsePence(values.originalAmount)
  const alike = listed.filter(
    ({ recipientName, originalAmount }) =>
      recipientName === values.recipientName.trim() && parsePence(originalAmount) === pence,
  )
  const generated = { ...body, originalAmount: pence, seen: alike.map(({ id }) => id) }
  return sendOnce({ generated }, (requestId) =>
    runAction(() => adminCall(generateVoucherEndpoint, { ...body, requestId }), {
      done({ voucher }) {
        goTo('vouchers', voucher.id)
        if (voucher.deliverTo === 'print') printVoucher(voucher)
        return { title: 'Voucher Generated', description: describeGiven(voucher) }
      },
      failed: 'Failed to generate voucher',
      failedToast: (message) => message,
    }),
  )
}

function describeGiven({ deliverTo, sendOn, recipientEmail = '', buyerEmail, paidBy }: AdminVoucher): string {
  if (deliverTo !== 'print')
    return sendOn === undefined
      ? 'Gift voucher has been created and emailed to the recipient.'
      : `We will email the voucher to ${recipientEmail} on ${sendTime(sendOn)}.`
  return buyerEmail === undefined
    ? 'The voucher is ready to print.'
    : `The voucher is ready to print. ${paidBy === 'complimentary' ? 'A copy' : 'The receipt'} is on its way to ${buyerEmail}.`
}
