import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { formatCurrency } from '#contract/base/money.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'

const Schema = v.object({
  buyerName: v.string(),
  /** In the smallest unit of `currency`. */
  pence: v.pipe(v.number(), v.integer()),
  /** ISO 4217, in lower case. */
  currency: v.string(),
  reference: v.string(),
})

/** To the buyer: a payment is refunded, because its amount or currency differs from the order or it came after the order closed. */
export const paymentReturned = defineEmail(Schema, (data) => {
  const amount = formatCurrency(data.pence, data.currency)
  return {
    subject: trustedText(`We are refunding your payment of ${amount}`),
    preview: trustedText('We could not complete your purchase, so we are refunding you in full.'),
    blocks: [
      opening(
        trustedText('We are refunding your payment'),
        sentence`Dear ${data.buyerName}, we received your payment but could not complete the purchase. Either the payment arrived after the purchase had been closed, or its amount or currency did not match the order. We are refunding you in full, the way you paid. This takes 5 to 10 working days.`,
      ),
      card(figure('Refund', amount), facts([['Payment reference', trustedText(data.reference)]])),
      section(
        'What to do next',
        trustedText(
          `Please ring us on ${clinic.phone.display} before you pay again, with the payment reference to hand. We will put things right together.`,
        ),
      ),
    ],
    footnote: trustedText('You have received this email because you made a payment on our website.'),
  }
})
