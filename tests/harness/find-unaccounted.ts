import { listAttention } from '#server/reports/attention.ts'
import { siteId } from '#tests/harness/site-id.ts'
import type { World } from '#tests/harness/start-world.ts'

/**
 * Lists the succeeded intents of ours that have no voucher, no order, no full refund and no place in Needs
 * attention. Asks Stripe and the owner's screen, not our state columns.
 */
export async function findUnaccounted(world: World): Promise<string[]> {
  const { intents, refunds } = world.stripe.state()
  const { items } = await listAttention(world.services)
  const bought = await world.rows<{ intent: string; things: number }>(
    `select stripe_payment_intent_id as intent,
       ((select count(*) from gift_voucher where payment_id = payment.id)
         + (select count(*) from orders where payment_id = payment.id))::int as things
     from payment where stripe_payment_intent_id is not null`,
  )
  const site = await siteId(world)
  const things = new Map(bought.map((row) => [row.intent, row.things]))
  const refunded = (intent: string) =>
    refunds
      .filter((refund) => refund.payment_intent === intent && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0)
  return intents
    .filter(
      ({ id, status, metadata }) => status === 'succeeded' && (things.has(id) || metadata['site'] === site),
    )
    .filter(({ id, amount_received }) => {
      const count = things.get(id) ?? 0
      if (count > 1) return true
      const shown = items.some((item) => 'reference' in item && item.reference === id)
      return count === 0 && refunded(id) < amount_received && !shown
    })
    .map(({ id, amount_received }) => `${id} (${amount_received}p)`)
}
