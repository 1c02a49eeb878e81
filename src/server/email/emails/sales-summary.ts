import * as v from 'valibot'
import { formatPounds } from '#contract/money.ts'
import { purchaseName } from '#contract/purchase-number.ts'
import { longDay } from '#server/dates.ts'
import { card, facts, figure, opening, portalUrl, section } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { link, trustedText } from '#server/email/email-text.ts'

const WholeNumberSchema = v.pipe(v.number(), v.integer())

const Schema = v.object({
  /** The day whose evening ends the summary. */
  day: v.pipe(v.string(), v.isoDate()),
  pence: WholeNumberSchema,
  count: WholeNumberSchema,
  /** Oldest first; of very many, only the first. */
  sales: v.array(
    v.object({
      bought: v.picklist(['voucher', 'order']),
      id: v.string(),
      number: WholeNumberSchema,
      pence: WholeNumberSchema,
      /** Null for a voucher. */
      product: v.nullable(v.string()),
      quantity: v.nullable(WholeNumberSchema),
    }),
  ),
})

/** To the clinic: the sales since the summary before. It contains no names, so that erasing a person need not search it. */
export const salesSummary = defineClinicEmail(Schema, ({ day, pence, count, sales }, siteUrl) => {
  const amount = `£${formatPounds(pence)}`
  const what = count === 1 ? '1 sale' : `${count} sales`
  const missing = count - sales.length
  return {
    subject: trustedText(`Sales of ${longDay(day)}: ${what}, ${amount}`),
    preview: trustedText(`${what}, ${amount}.`),
    blocks: [
      opening(
        trustedText(`Sales of ${longDay(day)}`),
        trustedText('What was bought on the website since the last summary. Each line opens in the portal.'),
      ),
      card(
        figure(what, amount),
        facts(
          sales.map(({ bought, id, number, pence: paid, product, quantity }) => [
            `£${formatPounds(paid)}`,
            link(
              bought === 'order'
                ? `${purchaseName(bought, number)}, ${quantity} × ${product}`
                : purchaseName(bought, number),
              portalUrl(siteUrl, bought === 'order' ? 'orders' : 'vouchers', id),
            ),
          ]),
        ),
      ),
      ...(missing > 0 ? [section('And more', trustedText(`${missing} more are in the portal.`))] : []),
    ],
    footnote: trustedText(
      'Sent by your website. In the portal you can choose one email for each sale instead.',
    ),
  }
})
