import * as v from 'valibot'
import { ClosingSchema } from '#contract/closing.ts'
import { longDay } from '#server/dates.ts'
import { card, facts, figure, opening, type Block } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { trustedText, type EmailText } from '#server/email/email-text.ts'

const Schema = v.pick(ClosingSchema, ['day', 'total', 'people'])

type Figures = v.InferOutput<typeof ClosingSchema>['total']

/** To the admin who asked for it: what was sold and paid back at the desk on one day. It contains no names of customers. */
export const dayClosing = defineClinicEmail(Schema, ({ day, total, people }) => ({
  subject: trustedText(`Closing of ${longDay(day)}: £${total.cash} in cash`),
  preview: trustedText(`${total.soldForCash.count + total.soldByCard.count} vouchers sold at the clinic.`),
  blocks: [
    opening(
      trustedText(`Closing of ${longDay(day)}`),
      trustedText('This is what was sold and paid back at the clinic on that day.'),
    ),
    closingCard('Cash that the till should have gained', total),
    ...(people.length > 1
      ? people.map((person) => closingCard(`Cash, ${person.by}`, person))
      : people.map(({ by }) => card(facts([['By', trustedText(by)]])))),
  ],
  footnote: trustedText('You have received this email because you asked for it in the portal.'),
}))

const closingCard = (label: string, figures: Figures): Block =>
  card(
    figure(label, `£${figures.cash}`),
    facts([
      ['Sold for cash', amount(figures.soldForCash)],
      ['Sold by card', amount(figures.soldByCard)],
      ['Given free', amount(figures.complimentary)],
      ['Paid back in cash', amount(figures.paidBackInCash)],
      ['Paid back by card', amount(figures.paidBackByCard)],
    ]),
  )

const amount = ({ count, sum }: Figures['soldForCash']): EmailText =>
  trustedText(count === 0 ? '£0.00' : `£${sum}, ${count === 1 ? '1 voucher' : `${count} vouchers`}`)
