import { refundOrder } from '../../../src/server/refunds/refund-order.ts'
import { releaseAlert } from '../../../src/server/refunds/release-alert.ts'
import { refundPayment } from '../../../src/server/refunds/refund-payment.ts'
import { refundVoucher } from '../../../src/server/refunds/refund-voucher.ts'
import { settleNow } from '../../../src/server/settlement/settle-payments.ts'
import { refundInDashboard } from './bank.ts'
import { type Bought, issueAtDesk, serveAtDesk } from './desk.ts'
import { type Act, OWNER, press } from './press-button.ts'
import type { Run } from './run.ts'

const MINUTE = 60_000

interface Thing extends Bought {
  payment: string
  intent: string
  /** What a refund dialog shows, in pence. */
  refundable: number
}

const THINGS = `
  select coalesce(voucher.id, orders.id) as id, payment.id as payment, stripe_payment_intent_id as intent,
    case when voucher.id is null then 'order' else 'voucher' end as kind,
    least(voucher.balance_pence, payment.amount_pence - lost_pence
      - coalesce((select sum(pence) from refund where payment_id = payment.id and refund.state <> 'failed'), 0))::int as refundable
  from payment left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id
  where coalesce(voucher.id, orders.id) is not null order by payment.id`

/**
 * An admin of the shop: refunds, here and at Stripe, looks after what hangs, and meanwhile serves at the desk. Several may
 * be at work, each with a page that may be minutes old.
 */
export async function keepShop(run: Run): Promise<void> {
  const { chance, seldom, timeline } = run
  if (seldom.hits(0.2))
    timeline.after(seldom.between(0, 20) * MINUTE, () => timeline.begin(() => issueAtDesk(run)))
  for (let acts = chance.pick([0, 1, 2, 4]); acts > 0; acts -= 1) {
    await timeline.wait(chance.between(1, 12) * MINUTE)
    const things = await run.rows<Thing>(THINGS)
    if (things.length === 0) continue
    const thing = chance.pick(things)
    for (let customers = chance.pick([0, 1, 1, 3]); customers > 0; customers -= 1) {
      timeline.after(chance.between(0, 1500), () => timeline.begin(() => serveAtDesk(run, thing)))
    }
    if (chance.hits(0.3)) await timeline.wait(chance.between(1, 10 * MINUTE))
    // Somebody else has the same page open.
    if (seldom.hits(0.3)) await Promise.all([lookAfter(run, thing), lookAfter(run, thing, seldom)])
    else await lookAfter(run, thing)
    if (chance.hits(0.5)) await answerAlerts(run)
  }
}

const ALERTS = `
  select alert.id, payment_id as payment from fraud_alert alert where ended_at is null order by alert.opened_at, alert.stripe_id`

/** Presses Release or Refund in Needs attention, or leaves it for later. */
async function answerAlerts(run: Run): Promise<void> {
  const { chance, timeline } = run
  for (const { id, payment } of await run.rows<{ id: string; payment: string }>(ALERTS)) {
    const answer = chance.pick(['release', 'refund', 'wait'])
    if (answer === 'wait') continue
    const act: Act =
      answer === 'release'
        ? (services) => releaseAlert(services, { alertId: id, actor: OWNER })
        : (services) => refundPayment(services, { paymentId: payment, actor: OWNER })
    for (let nth = chance.hits(0.2) ? 2 : 1; nth > 0; nth -= 1)
      timeline.begin(() => press(run, `${answer} alert`, act))
  }
}

async function lookAfter(run: Run, thing: Thing, chance = run.chance): Promise<void> {
  const { timeline } = run
  const requestId = chance.uuid()
  const twice = chance.hits(0.2) ? 2 : 1
  const pressed = (what: string, act: Act) => {
    for (let nth = 0; nth < twice; nth += 1) timeline.begin(() => press(run, what, act))
  }
  const part = chance.hits(0.5) ? chance.between(100, 3200) : undefined
  const expectedPence = part ?? thing.refundable
  const restock = chance.pick([0, 1])
  /** A refund that was made is of the amount that was confirmed. */
  const confirmed = async (asked: Promise<{ refundedPence: number }>) => {
    const refund = await asked
    if (refund.refundedPence !== expectedPence)
      run.wrong.push(
        `${expectedPence}p were confirmed and ${refund.refundedPence}p refunded of ${thing.intent}`,
      )
    return refund
  }
  switch (chance.weigh({ refund: 6, dashboard: 2, again: 1, settle: 1 })) {
    case 'refund':
      if (thing.kind === 'voucher') {
        return pressed('refund voucher', (services) =>
          confirmed(refundVoucher(services, thing.id, OWNER, { requestId, expectedPence })),
        )
      }
      return pressed('refund order', (services) =>
        confirmed(
          refundOrder(services, {
            orderId: thing.id,
            pence: part,
            expectedPence,
            restock,
            requestId,
            actor: OWNER,
          }),
        ),
      )
    case 'dashboard':
      return refundInDashboard(run, thing.intent)
    case 'again':
      return pressed('refund payment', (services) =>
        refundPayment(services, { paymentId: thing.payment, actor: OWNER }),
      )
    case 'settle':
      return pressed('settle now', (services) => settleNow(services, thing.payment))
  }
}
