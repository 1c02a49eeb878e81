import * as v from 'valibot'
import { clinic } from '#content/clinic.ts'
import { purchaseLabels } from '#contract/purchase-number.ts'
import { SEND_HOUR } from '#contract/statuses.ts'
import { longDay } from '#server/dates.ts'
import { card, facts, opening, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'
import { recipientText } from '#server/email/emails/voucher-receipt.ts'
import { purchaseButton, purchaseEntries } from '#server/email/purchase-facts.ts'

const Schema = v.object({
  /** Null if a voucher from the desk names no buyer. */
  buyerName: v.nullable(v.string()),
  recipientName: v.string(),
  /** Null if it is on paper. */
  recipientEmail: v.nullable(v.string()),
  /** Whether it has a new code. */
  isReissued: v.boolean(),
  /** Whether it went to this address before. */
  isSameAddress: v.nullish(v.boolean()),
  /** The day on which the recipient gets it; at once if there is none. */
  sendOn: v.nullish(v.pipe(v.string(), v.isoDate())),
  linkId: purchaseEntries.linkId,
  number: purchaseEntries.number,
})

/** To the buyer: the voucher goes to another address, or has a new code. */
export const giftChanged = defineEmail(Schema, (data, siteUrl) => {
  const { recipientName, recipientEmail, isReissued, sendOn, number } = data
  const greeting = data.buyerName === null ? trustedText('Hello') : sentence`${data.buyerName}`
  const see = purchaseButton(siteUrl, data.linkId)
  const title = isReissued
    ? 'Your gift voucher has a new code'
    : 'Your gift voucher is going to a new address'
  const when = sendOn ? ` We will send it on ${longDay(sendOn)} at ${SEND_HOUR} in the morning.` : ''
  return {
    subject: trustedText(title),
    preview:
      recipientEmail === null
        ? sentence`The voucher for ${recipientName} has been printed again.`
        : sentence`We are emailing the voucher for ${recipientName} to ${recipientEmail}.`,
    blocks: [
      opening(
        trustedText(title),
        recipientEmail === null
          ? sentence`${greeting}, we have printed the gift voucher for ${recipientName} again, with a new code.`
          : data.isSameAddress
            ? sentence`${greeting}, we have given the gift voucher for ${recipientName} a new code, and are emailing it to ${recipientEmail}.`
            : sentence`${greeting}, the gift voucher for ${recipientName} will now go to ${recipientEmail}.${trustedText(when)}`,
      ),
      card(
        facts([
          ['Recipient', recipientText(data)],
          ...(number ? [[purchaseLabels.voucher, trustedText(String(number))] as const] : []),
        ]),
      ),
      ...(isReissued
        ? [
            section(
              'The old code',
              trustedText(
                'The old code no longer works. Please throw away any copy you have printed, and do not use the code on your receipt.',
              ),
              trustedText(
                see.length > 0
                  ? 'The voucher is still worth the same. You can see its new code on “Your purchase”, and print the voucher there.'
                  : `The voucher is still worth the same. If you need its new code, please ring us on ${clinic.phone.display}.`,
              ),
            ),
          ]
        : []),
      ...see,
      section(
        'Was this not you?',
        trustedText(
          `If you did not ask us to change this, please ring us on ${clinic.phone.display} straight away.`,
        ),
      ),
    ],
    footnote: trustedText('You have received this email because you gave this gift voucher.'),
  }
})
