import * as v from 'valibot'
import { formatPounds } from '#contract/base/money.ts'
import { purchaseName } from '#contract/purchases/purchase-number.ts'
import { longDay } from '#server/dates.ts'
import { card, facts, figure, opening, portalUrl, section, type Block } from '#server/email/blocks.ts'
import { byHandEntries, byHandFacts, leftOut } from '#server/email/by-hand-facts.ts'
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
  /** Absent in emails of version 1.0. */
  byHand: v.optional(v.object(byHandEntries), { count: 0, entries: [] }),
})

type Summary = v.InferOutput<typeof Schema>

/**
 * To the clinic and all owners: the sales and what was done by hand since the summary before. It contains no names of
 * customers, so that erasing a person need not search it.
 */
export const salesSummary = defineClinicEmail(Schema, (summary, siteUrl) => {
  const { day, count, byHand } = summary
  const what = [
    ...(count > 0 ? [`${salesOf(summary)}, £${formatPounds(summary.pence)}`] : []),
    ...(byHand.count > 0 ? [`${byHand.count === 1 ? '1 entry' : `${byHand.count} entries`} by hand`] : []),
  ].join('; ')
  const title = `${count > 0 ? 'Sales on' : 'Activity on'} ${longDay(day)}`
  return {
    subject: trustedText(`${title}: ${what}`),
    preview: trustedText(`${what}.`),
    blocks: [
      opening(
        trustedText(title),
        trustedText(
          'This is what has happened since the last summary. Click a link to see the details in the portal.',
        ),
      ),
      ...(count > 0 ? salesBlocks(summary, siteUrl) : []),
      ...(byHand.count > 0 ? byHandBlocks(summary, siteUrl) : []),
    ],
    footnote: trustedText(
      `Sent by your website to the clinic and to every owner.${count > 0 ? ' In the portal, you can choose to get one email for each sale instead.' : ''}`,
    ),
  }
})

const salesOf = ({ count }: Summary) => (count === 1 ? '1 sale' : `${count} sales`)

const salesBlocks = (summary: Summary, siteUrl: string): Block[] => [
  card(
    figure(salesOf(summary), `£${formatPounds(summary.pence)}`),
    facts(
      summary.sales.map(({ bought, id, number, pence, product, quantity }) => [
        `£${formatPounds(pence)}`,
        link(
          bought === 'order'
            ? `${purchaseName(bought, number)}, ${quantity} × ${product}`
            : purchaseName(bought, number),
          portalUrl(siteUrl, bought === 'order' ? 'orders' : 'vouchers', id),
        ),
      ]),
    ),
  ),
  ...leftOut(summary.count - summary.sales.length),
]

const byHandBlocks = ({ byHand: { count, entries } }: Summary, siteUrl: string): Block[] => [
  section(
    'Entries made by hand',
    trustedText(
      'If something was undone, only the Undo is listed. If you do not recognise a line, please ask the person named.',
    ),
  ),
  card(byHandFacts(entries, siteUrl)),
  ...leftOut(count - entries.length),
]
