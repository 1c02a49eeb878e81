import { formatPounds } from '#contract/base/money.ts'
import type { Attention } from '#contract/reports/reports.ts'
import type { StripeReport } from '#local/stripe/stripe-report.ts'
import type { Services } from '#server/clients/services.ts'
import { listAttention } from '#server/reports/attention.ts'
import { lostAtStripe } from '#tests/harness/lost-at-stripe.ts'

/** Redeemed − goodwill by the ledger, for every voucher bought online. */
const USED = `
  select voucher.id, stripe_payment_intent_id as intent, coalesce(-sum(entry.pence), 0)::int as pence,
    coalesce((select sum(pence) from refund where refund.payment_id = payment.id and cause = 'by_hand' and state <> 'failed'), 0)::int as "byHand"
  from gift_voucher voucher join payment on payment.id = voucher.payment_id
    join voucher_entry entry on entry.voucher_id = voucher.id
    left join voucher_entry original on original.id = entry.reverses
  where coalesce(original.kind, entry.kind) = 'redeem'
    or (coalesce(original.kind, entry.kind) = 'adjust' and coalesce(original.refund_id, entry.refund_id) is null)
  group by voucher.id, payment.id`

/** Needs attention shows a shortfall for 30 days. Our books learn of a change a little later than Stripe. */
const SHOWN_SECONDS = 29 * 86_400
/** Needs attention shows this many of one kind. */
const SHOWN_MAX = 20

interface Books {
  rows: <Row>(query: string, values: unknown[], name: string) => Promise<Row[]>
  services: Pick<Services, 'db' | 'clock'>
  state: StripeReport
}

type Shortfall = Extract<Attention, { kind: 'shortfall' }>

/**
 * Returns a sentence for each voucher of which more was redeemed than Stripe still holds, and which Needs attention does
 * not show. What the clinic pays back in another way is not held either. Asks Stripe's objects, the ledger and the owner's screen.
 */
export async function findHiddenShortfalls({ rows, services, state }: Books): Promise<string[]> {
  const { charges, refunds, disputes } = state
  const since = services.clock.now().getTime() / 1000 - SHOWN_SECONDS
  const used = await rows<{ id: string; intent: string; pence: number; byHand: number }>(USED, [], 'used')
  const short = used.flatMap(({ id, intent, pence, byHand }) => {
    const isOf = (one: { payment_intent: unknown }) => one.payment_intent === intent
    const charge = charges.find((one) => isOf(one) && one.paid)
    const atStripe = charge
      ? charge.amount_captured - charge.amount_refunded - lostAtStripe(disputes, intent)
      : 0
    const held = atStripe - byHand
    const moves = [
      ...refunds.filter((one) => isOf(one) && one.status !== 'failed'),
      // One whose money came back has taken nothing.
      ...disputes
        .filter((one) => isOf(one) && lostAtStripe([one], intent) !== 0)
        .flatMap((one) => one.balance_transactions),
    ]
    if (pence <= held || !moves.some(({ created }) => created > since)) return []
    return [{ id, missing: formatPounds(pence - held) }]
  })
  if (short.length === 0) return []
  const { items } = await listAttention(services)
  const shown = items.filter((item): item is Shortfall => item.kind === 'shortfall')
  if (shown.length === SHOWN_MAX) return []
  return short
    .filter(({ id, missing }) => !shown.some((item) => item.id === id && item.amount === missing))
    .map(
      ({ id, missing }) =>
        `£${missing} were redeemed with voucher ${id} and refunded or lost, and Needs attention does not say so`,
    )
}
