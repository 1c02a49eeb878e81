import { sql } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { londonTime, longDay } from '#server/dates.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'
import {
  boughtCode,
  lastDayToCancel,
  recipientFacts,
  whereItGoes,
} from '#server/email/emails/voucher-receipt.ts'
import { rightToCancelBlocks } from '#server/email/right-to-cancel.ts'
import { DeskVoucherEmailSchema, GIVEN_FACTS, whileUsable } from '#server/email/voucher-email-data.ts'

const PAID_BY = {
  cash: 'In cash, at the clinic',
  card: 'By card, at the clinic',
  complimentary: 'With our compliments',
}

const PAID_BY_PHONE = { ...PAID_BY, cash: 'In cash', card: 'By card, on the telephone' }

const load: EmailLoad<keyof typeof DeskVoucherEmailSchema.entries> = {
  ...whileUsable,
  // One that explains the right to cancel leaves also if it was used.
  waits: sql`not voucher.by_phone and (${whileUsable.waits})`,
  recipient: sql`voucher.buyer_email`,
  data: { ...GIVEN_FACTS, paidBy: sql`voucher.paid_by`, byPhone: sql`voucher.by_phone` },
}

/** To the buyer named on a voucher issued at the desk. */
export const voucherCopy = defineLoadedEmail(DeskVoucherEmailSchema, load, (data, siteUrl) => {
  const amount = `£${formatPounds(data.pence)}`
  return {
    subject: trustedText(`Your gift voucher: ${amount}`),
    preview: whereItGoes(data),
    blocks: [
      opening(
        data.buyerName ? sentence`Thank you, ${data.buyerName}` : trustedText('Thank you'),
        whereItGoes(data),
      ),
      card(
        figure('Gift voucher', amount),
        facts([
          ['Voucher code', boughtCode(data.voucherCode, data.deliverTo)],
          ['Payment', trustedText(data.byPhone ? PAID_BY_PHONE[data.paidBy] : PAID_BY[data.paidBy])],
          ['Issued', trustedText(londonTime(data.paidAt))],
          ...recipientFacts(data),
          ['Valid until', trustedText(longDay(data.lastDay))],
        ]),
      ),
      section('Questions', trustedText(`Please ring us on ${clinic.phone.display} or reply to this email.`)),
      ...(data.byPhone
        ? rightToCancelBlocks({
            purchase: 'voucher',
            lastDay: lastDayToCancel(data.paidAt),
            quote: 'Please give the last four characters of the code.',
            siteUrl,
          })
        : []),
    ],
    footnote: trustedText(
      'You have received this email because you were named as the buyer of a gift voucher issued at our clinic.',
    ),
  }
})
