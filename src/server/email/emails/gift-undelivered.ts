import { sql } from 'kysely'
import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { bounceReasons } from '#contract/base/statuses.ts'
import { purchaseLabels } from '#contract/purchases/purchase-number.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import { sanitizedText, sentence, trustedText, withName, type EmailText } from '#server/email/email-text.ts'
import { recipientFacts } from '#server/email/emails/voucher-receipt.ts'
import { purchaseButton, purchaseEntries } from '#server/email/purchase-facts.ts'
import { GIVEN_FACTS } from '#server/email/voucher-email-data.ts'

const Schema = v.object({
  buyerName: v.string(),
  recipientName: v.string(),
  recipientEmail: v.string(),
  reason: v.picklist(bounceReasons),
  pence: v.pipe(v.number(), v.integer()),
  linkId: purchaseEntries.linkId,
  number: purchaseEntries.number,
})

const REASONS: Record<v.InferOutput<typeof Schema>['reason'], (address: EmailText) => EmailText> = {
  no_mailbox: (address) => sentence`the address ${address} does not exist`,
  refused: (address) => sentence`the email provider of ${address} refused it`,
  unreachable: (address) => sentence`the address ${address} could not be reached`,
}

const { buyerName, recipientName, pence, linkId, number } = GIVEN_FACTS

const load: EmailLoad<Exclude<keyof typeof Schema.entries, 'reason' | 'recipientEmail'>> = {
  recipient: sql`voucher.buyer_email`,
  data: { buyerName, recipientName, pence, linkId, number },
  from: sql`from gift_voucher voucher where voucher.id = outbox.about`,
}

/** To the buyer: the email with the voucher came back. */
export const giftUndelivered = defineLoadedEmail(Schema, load, (data, siteUrl) => {
  const { buyerName, recipientName, number } = data
  const why = REASONS[data.reason](sanitizedText(maskAddress(data.recipientEmail)))
  const correct = purchaseButton(siteUrl, data.linkId, 'Correct the address')
  const { display: phone } = clinic.phone
  return {
    subject: sentence`Your gift voucher${withName('for', recipientName)} has not arrived`,
    preview: sentence`We tried to email it, but ${why}. Nothing is lost.`,
    blocks: [
      opening(
        trustedText('Your gift has not arrived'),
        sentence`Dear ${buyerName}, we tried to email your gift voucher${withName('to', recipientName)}, but ${why}.`,
      ),
      card(
        figure('Gift voucher', `£${formatPounds(data.pence)}`),
        facts([
          ...recipientFacts({ recipientName }),
          ...(number ? [[purchaseLabels.voucher, trustedText(String(number))] as const] : []),
        ]),
      ),
      section(
        'Nothing is lost',
        trustedText(
          correct.length > 0
            ? `The voucher is safe, and its code is still the same. Please press “Correct the address” below, and we will email the voucher again. You can also ring us on ${phone}, and we will do it for you.`
            : `The voucher is safe, and its code is still the same. Please ring us on ${phone}, and we will correct the address and email the voucher again.`,
        ),
      ),
      ...correct,
    ],
    footnote: trustedText('You have received this email because you bought a gift voucher from us.'),
  }
})

/** Returns "j…n@example.com": the first and the last letter of the local part, or only its first if it has one or two. */
function maskAddress(address: string): string {
  const at = address.includes('@') ? address.lastIndexOf('@') : address.length
  const [, first = '', last = ''] = /^(.)(?:.+(.)$)?/su.exec(address.slice(0, at)) ?? []
  return `${first}…${last}${address.slice(at)}`
}
