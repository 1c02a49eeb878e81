import { randomUUID } from 'node:crypto'
import { siteId } from '#tests/harness/site-id.ts'
import type { World } from '#tests/harness/start-world.ts'

const AT_ONCE = 20

/**
 * Starts purchases that nobody pays: rows and intents as `startVoucherPayment` makes them, without its rate limit. The first
 * `declined` try a card that is declined.
 */
export async function addStrangers(world: World, count: number, declined = 0): Promise<void> {
  const site = await siteId(world)
  const started: { id: string; intent: string }[] = []
  const start = async () => {
    const id = randomUUID()
    const metadata = { payment_id: id, purpose: 'gift_voucher', site }
    const intent = await world.services.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'gbp',
      automatic_payment_methods: { enabled: true },
      metadata,
    })
    started.push({ id, intent: intent.id })
    if (started.length > declined) return
    const tried = world.services.stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_chargeDeclined',
      return_url: 'https://clinic.example/',
    })
    await tried.catch(() => {})
  }
  for (let begun = 0; begun < count; begun += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - begun) }, start))
  const now = world.clock.now()
  await world.rows(
    `insert into payment (id, purpose, amount_pence, purchase, created_at, pay_by, caller, stripe_payment_intent_id)
     select id, 'gift_voucher', 5000, '{}', $2::timestamptz, $2::timestamptz + interval '30 minutes', 'stranger', intent
     from jsonb_to_recordset($1::jsonb) as started (id uuid, intent text)`,
    [JSON.stringify(started), now],
  )
}
