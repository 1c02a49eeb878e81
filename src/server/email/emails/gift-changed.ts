import { sql } from 'kysely'
import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { SEND_HOUR } from '#contract/base/statuses.ts'
import { purchaseLabels } from '#contract/purchases/purchase-number.ts'
import { longDay } from '#server/dates.ts'
import { card, facts, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import { sentence, trustedText, withName, type EmailText } from '#server/email/email-text.ts'
import { recipientFacts } from '#server/email/emails/voucher-receipt.ts'
import { purchaseButton, purchaseEntries } from '#server/email/purchase-facts.ts'
import { VOUCHER_FACTS } from '#server/email/voucher-email-data.ts'

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

type Change = v.InferOutput<typeof Schema>

const { buyerName, recipientName, recipientEmail, sendOn, linkId, number } = VOUCHER_FACTS

const load: EmailLoad<Exclude<keyof typeof Schema.entries, 'isReissued' | 'isSameAddress'>> = {
  recipient: sql`voucher.buyer_email`,
  data: { buyerName, recipientName, recipientEmail, sendOn, linkId, number },
  from: sql`from gift_voucher voucher where voucher.id = outbox.about`,
}

/** To the buyer: the voucher goes to another address or on another day, or has a new code. */
export const giftChanged = defineLoadedEmail(Schema, load, (data, siteUrl) => {
  const { recipientName, recipientEmail, isReissued, sendOn, number } = data
  const recipient = withName('for', recipientName)
  const see = purchaseButton(siteUrl, data.linkId)
  const title = trustedText(titleOf(data))
  return {
    subject: title,
    preview:
      recipientEmail === null
        ? sentence`The voucher${recipient} has been printed again.`
        : sendOn
          ? sentence`We will email the voucher${recipient} to ${recipientEmail}${trustedText(onDay(sendOn))}.`
          : sentence`We are emailing the voucher${recipient} to ${recipientEmail}.`,
    blocks: [
      opening(title, whatChanged(data)),
      card(
        facts([
          ...recipientFacts(data),
          ...(number ? [[purchaseLabels.voucher, trustedText(String(number))] as const] : []),
        ]),
      ),
      ...(isReissued
        ? [
            section(
              'The old code',
              trustedText(
                'The old code no longer works. Please throw away any copy of it that you have printed or saved.',
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
        'If this was not you',
        trustedText(
          `If you did not ask us to change this, please ring us on ${clinic.phone.display} straight away.`,
        ),
      ),
    ],
    footnote: trustedText('You have received this email because this gift voucher is from you.'),
  }
})

function titleOf({ isReissued, isSameAddress, sendOn }: Change): string {
  if (isReissued) return 'Your gift voucher has a new code'
  if (!isSameAddress) return 'Your gift voucher is going to a new address'
  return sendOn ? 'Your gift voucher will be emailed on another day' : 'Your gift voucher is on its way'
}

function whatChanged({ buyerName, recipientName, recipientEmail, sendOn, ...change }: Change): EmailText {
  const recipient = withName('for', recipientName)
  const greeting = buyerName === null ? trustedText('Hello') : sentence`Dear ${buyerName}`
  if (recipientEmail === null)
    return sentence`${greeting}, we have given the gift voucher${recipient} a new code, and will print it again.`
  const day = trustedText(sendOn ? onDay(sendOn) : '')
  if (!change.isSameAddress)
    return sentence`${greeting}, the gift voucher${recipient} will now go to ${recipientEmail}${day}.`
  if (change.isReissued)
    return sentence`${greeting}, we have given the gift voucher${recipient} a new code, and ${trustedText(sendOn ? 'will email' : 'are emailing')} it to ${recipientEmail}${day}.`
  return sendOn
    ? sentence`${greeting}, we will now email the gift voucher${recipient} to ${recipientEmail}${day}.`
    : sentence`${greeting}, we are emailing the gift voucher${recipient} to ${recipientEmail} today.`
}

const onDay = (day: string) => ` on ${longDay(day)} at ${SEND_HOUR} in the morning`
