import { sql } from 'kysely'
import type * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { SEND_HOUR } from '#contract/base/statuses.ts'
import { CANCEL_DAYS } from '#contract/purchases/cancellation.ts'
import { codeEndOf, formatVoucherCode } from '#contract/vouchers/voucher-code.ts'
import { daysAfter, londonTime, longDay } from '#server/dates.ts'
import { card, facts, figure, opening } from '#server/email/blocks.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import {
  addressText,
  sanitizedText,
  sentence,
  trustedText,
  withName,
  type EmailText,
} from '#server/email/email-text.ts'
import { markup, trustedMarkup } from '#server/email/html.ts'
import { purchaseButton, purchaseFacts, quoteSentence } from '#server/email/purchase-facts.ts'
import { rightToCancelBlocks } from '#server/email/right-to-cancel.ts'
import { BoughtVoucherEmailSchema, GIVEN_FACTS } from '#server/email/voucher-email-data.ts'
import { purchaseLink } from '#server/links/purchase-link.ts'

const load: EmailLoad<keyof typeof BoughtVoucherEmailSchema.entries> = {
  recipient: sql`voucher.buyer_email`,
  data: {
    ...GIVEN_FACTS,
    voucherCode: sql`case when voucher.status = 'active' then voucher.code end`,
    reference: sql`payment.stripe_payment_intent_id`,
  },
  from: sql`
    from gift_voucher voucher join payment on payment.id = voucher.payment_id where voucher.id = outbox.about`,
}

/** A sentence about the last day to cancel a voucher. */
export const lastDayToCancel = (paidAt: Date): string =>
  `You bought the voucher on ${longDay(paidAt)}, so the last day to cancel is ${longDay(daysAfter(paidAt, CANCEL_DAYS))}.`

/** To the buyer: the payment, the voucher code or its end, and the right to cancel. */
export const voucherReceipt = defineLoadedEmail(BoughtVoucherEmailSchema, load, (data, siteUrl) => {
  const amount = `£${formatPounds(data.pence)}`
  const paid = `We have received ${amount}.`
  return {
    subject: trustedText(`Your gift voucher receipt: ${amount}`),
    preview: trustedText(paid),
    blocks: [
      opening(
        sentence`Thank you, ${data.buyerName}`,
        data.voucherCode === null ? trustedText(paid) : sentence`${trustedText(paid)} ${whereItGoes(data)}`,
      ),
      card(
        figure('Amount paid', amount),
        facts([
          ['Voucher code', codeText(data, siteUrl)],
          ...purchaseFacts('voucher', data),
          ['Transaction time', trustedText(londonTime(data.paidAt))],
          ['Buyer', sanitizedText(data.buyerName)],
          ...recipientFacts(data),
          ['Valid until', trustedText(longDay(data.lastDay))],
        ]),
      ),
      ...purchaseButton(siteUrl, data.linkId),
      ...rightToCancelBlocks({
        purchase: 'voucher',
        lastDay: lastDayToCancel(data.paidAt),
        quote: quoteSentence('voucher', data),
        siteUrl,
      }),
    ],
    footnote: trustedText(
      'This is your receipt for a gift voucher. Please keep it until the voucher has been used.',
    ),
  }
})

type Receipt = v.InferOutput<typeof BoughtVoucherEmailSchema>

/**
 * Returns the code, or only its end if the voucher goes to its recipient by email: whoever reads the receipt could use it
 * otherwise.
 */
export function boughtCode(code: string, deliverTo: Receipt['deliverTo']): EmailText {
  if (deliverTo === 'recipient') return trustedText(`Ending ${codeEndOf(code)}`)
  const whole = formatVoucherCode(code)
  return { html: markup`<span class="code">${trustedMarkup(whole)}</span>`, text: whole }
}

/** Returns the code or its end, or where it can be seen instead. */
function codeText({ voucherCode, deliverTo, linkId }: Receipt, siteUrl: string): EmailText {
  if (voucherCode !== null) return boughtCode(voucherCode, deliverTo)
  return trustedText(
    purchaseLink(siteUrl, linkId)
      ? 'You can see it on “Your purchase” as long as the voucher can be used.'
      : `Please ring us on ${clinic.phone.display} to ask for it. We can tell you as long as the voucher can be used.`,
  )
}

/** Says how the recipient gets the voucher. */
export function whereItGoes({
  deliverTo,
  sendOn,
  recipientName,
}: Pick<Receipt, 'deliverTo' | 'sendOn' | 'recipientName'>): EmailText {
  if (deliverTo === 'print') return sentence`We have printed the voucher${withName('for', recipientName)}.`
  if (deliverTo === 'buyer')
    return sentence`You will get the voucher${withName('for', recipientName)} in a separate email, which you can print or forward. Please keep this receipt to yourself.`
  return sendOn
    ? sentence`We will email the voucher${withName('to', recipientName)} on ${trustedText(longDay(sendOn))} at ${trustedText(String(SEND_HOUR))} in the morning.`
    : sentence`We have emailed the voucher${withName('to', recipientName)}.`
}

interface Recipient {
  recipientName: string
  recipientEmail?: string | null
}

/** Who gets the voucher; nothing once they are erased. */
export const recipientFacts = (recipient: Recipient): (readonly [label: string, value: EmailText])[] =>
  recipient.recipientName || recipient.recipientEmail ? [['Recipient', recipientText(recipient)]] : []

function recipientText({ recipientName, recipientEmail }: Recipient): EmailText {
  const who = sanitizedText(recipientName)
  if (!recipientEmail) return who
  const where = addressText(recipientEmail)
  if (!recipientName) return where
  return {
    html: markup`${who.html}<br><span class="small">${where.html}</span>`,
    text: `${who.text}, ${where.text}`,
  }
}
