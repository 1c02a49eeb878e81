import * as v from 'valibot'
import { formatCurrency } from '#contract/base/money.ts'
import { purchaseName } from '#contract/purchases/purchase-number.ts'
import { londonTime } from '#server/dates.ts'
import { facts, portalUrl, section, type Block } from '#server/email/blocks.ts'
import { link, sentence, trustedText, type EmailText } from '#server/email/email-text.ts'

const LABELS = {
  complimentary: 'Free voucher',
  goodwill: 'Balance added without payment',
  goodwill_undone: 'Balance added without payment, now undone',
  put_back: 'Put back on a voucher (Undo)',
  restored: 'Put back on an expired voucher (Extend)',
  cash: 'Sold at the clinic for cash',
  card: 'Sold at the clinic by card',
  imported: 'Vouchers imported',
  import_taken_back: 'Import of vouchers undone',
  refund_at_desk: 'Paid back at the clinic',
  refund: 'Refunded online',
  refund_at_stripe: 'Refunded in Stripe',
  sent_to_new_address: 'Voucher sent to a new address',
  cancelled: 'Purchase cancelled by its buyer',
  exported: 'List exported',
  website_published: 'Website published',
  person_exported: 'A person’s details exported',
} as const

const WholeNumberSchema = v.pipe(v.number(), v.integer())

/** What an admin did by hand. It contains no names of customers, so that erasing a person need not search it. */
const ByHandSchema = v.object({
  at: v.string(),
  kind: v.picklist(Object.keys(LABELS) as (keyof typeof LABELS)[]),
  /** Null if no money was moved. */
  pence: v.nullable(WholeNumberSchema),
  currency: v.nullable(v.string()),
  /** An admin's address, or a label. */
  by: v.string(),
  /** Where it opens in the portal. */
  tab: v.nullable(v.picklist(['vouchers', 'orders'])),
  id: v.nullable(v.string()),
  number: v.nullable(WholeNumberSchema),
})

type ByHand = v.InferOutput<typeof ByHandSchema>

/** Data of an email that lists what was done by hand: `count` in all, oldest first; of very many, only the first. */
export const byHandEntries = { count: WholeNumberSchema, entries: v.array(ByHandSchema) }

/** A line for each entry: kind, sum, who, when, and the link into the portal. */
export const byHandFacts = (entries: readonly ByHand[], siteUrl: string): Block =>
  facts(entries.map((entry) => [LABELS[entry.kind], describe(entry, siteUrl)]))

function describe({ at, pence, currency, by, tab, id, number }: ByHand, siteUrl: string): EmailText {
  const sum = trustedText(pence === null ? '' : `${formatCurrency(pence, currency ?? 'gbp')}, `)
  const what = sentence`${sum}${by}, ${trustedText(londonTime(new Date(at)))}`
  if (tab === null || id === null) return what
  const bought = tab === 'orders' ? 'order' : 'voucher'
  const name = number === null ? 'Voucher' : purchaseName(bought, number)
  return sentence`${what}. ${link(name, portalUrl(siteUrl, tab, id))}`
}

/** Says how many lines an email leaves out. */
export const leftOut = (missing: number): Block[] =>
  missing > 0 ? [section('And more', trustedText(`You will find ${missing} more in the portal.`))] : []
