import * as v from 'valibot'
import { ClosingSchema } from '#contract/vouchers/closing.ts'
import { longDay } from '#server/dates.ts'
import { card, facts, figure, opening, type Block } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { sanitizedText, trustedText, type EmailText } from '#server/email/email-text.ts'

const Schema = v.pick(ClosingSchema, ['day', 'total', 'people'])

type Figures = v.InferOutput<typeof ClosingSchema>['total']

/** To the admin who asked for it: what was sold and paid back at the desk on one day. It contains no names of customers. */
export const dayClosing = defineClinicEmail(Schema, ({ day, total, people }) => ({
  subject: trustedText(`Takings on ${longDay(day)}: ${pounds(total.cash)} in cash`),
  preview: trustedText(`${vouchers(total.soldForCash.count + total.soldByCard.count)} sold at the clinic.`),
  blocks: [
    opening(
      trustedText(`Takings on ${longDay(day)}`),
      trustedText(
        'These are the gift vouchers that were sold, given free or paid back at the clinic on that day.',
      ),
    ),
    closingCard('Cash from vouchers, after what was paid back', total),
    ...(people.length > 1
      ? people.map((person) => closingCard('Cash from vouchers', person, person.by))
      : people.map(({ by }) => card(facts([['Recorded by', sanitizedText(by)]])))),
  ],
  footnote: trustedText('You have received this email because you asked for it in the portal.'),
}))

const closingCard = (label: string, figures: Figures, by?: string): Block =>
  card(
    figure(label, pounds(figures.cash)),
    facts([
      ...(by === undefined ? [] : [['Recorded by', sanitizedText(by)] as const]),
      ['Sold for cash', amount(figures.soldForCash)],
      ['Sold by card', amount(figures.soldByCard)],
      ['Given free', amount(figures.complimentary)],
      ['Paid back in cash', amount(figures.paidBackInCash)],
      ['Paid back by card', amount(figures.paidBackByCard)],
    ]),
  )

const amount = ({ count, sum }: Figures['soldForCash']): EmailText =>
  trustedText(count === 0 ? '£0.00' : `£${sum}, ${vouchers(count)}`)

const vouchers = (count: number) => (count === 1 ? '1 voucher' : `${count} vouchers`)

/** More may have been paid back than was sold. */
const pounds = (sum: string) => sum.replace(/^-?/, '$&£')
