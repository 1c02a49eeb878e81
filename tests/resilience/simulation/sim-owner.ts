import { londonDay } from '#contract/base/send-date.ts'
import { recordCancellation } from '#server/cancelling/record-cancellation.ts'
import { recordGoods } from '#server/cancelling/record-goods.ts'
import { recordPaidBack } from '#server/cancelling/record-paid-back.ts'
import { releaseAlert } from '#server/money/dispute/release-alert.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundPayment } from '#server/money/refund/refund-payment.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settleNow } from '#server/money/settle/settle-payments.ts'
import { refundInDashboard } from '#tests/resilience/simulation/bank.ts'
import { pressButton, SIM_OWNER, type OwnerAction } from '#tests/resilience/simulation/press-button.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'
import { issueAtDesk, serveCustomer, type SimPurchase } from '#tests/resilience/simulation/sim-desk.ts'

const MINUTE = 60_000

interface Purchase extends SimPurchase {
  payment: string
  intent: string
  /** The amount that the refund dialog shows (pence). */
  refundable: number
}

const PURCHASES = `
  select coalesce(voucher.id, orders.id) as id, payment.id as payment, stripe_payment_intent_id as intent,
    case when voucher.id is null then 'order' else 'voucher' end as kind,
    greatest(0, least(voucher.balance_pence, payment.amount_pence - lost_pence
      - coalesce((select sum(pence) from refund where payment_id = payment.id and refund.state <> 'failed'), 0)
      + coalesce((
        select sum(pence) from voucher_entry entry where voucher_id = voucher.id and kind = 'redeem'
          and not exists (select from voucher_entry undone where undone.reverses = entry.id)
      ), 0)))::int as refundable
  from payment left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id
  where coalesce(voucher.id, orders.id) is not null order by payment.id`

/** Plays an admin, who refunds, settles, answers alerts and serves customers, on pages that may be minutes old. */
export async function actAsOwner(run: SimRun): Promise<void> {
  const { prng, rarePrng, timeline } = run
  if (rarePrng.chance(0.2))
    timeline.after(rarePrng.between(0, 20) * MINUTE, () => timeline.start(() => issueAtDesk(run)))
  for (let remaining = prng.pick([0, 1, 2, 4]); remaining > 0; remaining -= 1) {
    await timeline.wait(prng.between(1, 12) * MINUTE)
    const purchases = await run.rows<Purchase>(PURCHASES)
    if (purchases.length === 0) continue
    const purchase = prng.pick(purchases)
    for (let customers = prng.pick([0, 1, 1, 3]); customers > 0; customers -= 1) {
      timeline.after(prng.between(0, 1500), () => timeline.start(() => serveCustomer(run, purchase)))
    }
    if (prng.chance(0.3)) await timeline.wait(prng.between(1, 10 * MINUTE))
    // Another admin has the same page open.
    if (rarePrng.chance(0.3)) await Promise.all([manage(run, purchase), manage(run, purchase, rarePrng)])
    else await manage(run, purchase)
    if (prng.chance(0.5)) await respondToAlerts(run)
    timeline.start(() => mindCancellations(run, purchase))
  }
}

const ALERTS = `
  select alert.id, payment_id as payment from fraud_alert alert where ended_at is null order by alert.opened_at, alert.stripe_id`

/** Presses Release or Refund in Needs attention, or does nothing. */
async function respondToAlerts(run: SimRun): Promise<void> {
  const { prng, timeline } = run
  for (const { id, payment } of await run.rows<{ id: string; payment: string }>(ALERTS)) {
    const choice = prng.pick(['release', 'refund', 'wait'])
    if (choice === 'wait') continue
    const action: OwnerAction =
      choice === 'release'
        ? (services) => releaseAlert(services, { alertId: id, actor: SIM_OWNER })
        : (services) => refundPayment(services, { paymentId: payment, actor: SIM_OWNER })
    for (let nth = prng.chance(0.2) ? 2 : 1; nth > 0; nth -= 1)
      timeline.start(() => pressButton(run, `${choice} alert`, action))
  }
}

interface CancellationRow {
  id: string
  isOrder: boolean
}

const CANCELLATIONS = 'select id, order_id is not null as "isOrder" from cancellation order by recorded_at'

/** Records notices that came otherwise, goods that are back or posted, and what was paid back in another way. */
async function mindCancellations(run: SimRun, purchase: Purchase): Promise<void> {
  const { timeline } = run
  const prng = run.prngFor(`cancellations ${purchase.id} ${timeline.now}`)
  const today = londonDay(new Date(timeline.now))
  const press = (what: string, action: OwnerAction) => {
    for (let presses = prng.pick([1, 1, 2]); presses > 0; presses -= 1)
      timeline.start(() => pressButton(run, what, action))
  }
  if (prng.chance(0.15))
    press('record a cancellation', (services) =>
      recordCancellation(services, { recordId: purchase.id, sentOn: today, actor: SIM_OWNER }),
    )
  await timeline.wait(prng.between(0, 10 * MINUTE))
  for (const { id, isOrder } of await run.rows<CancellationRow>(CANCELLATIONS)) {
    const what = prng.pick(['back', 'back', 'posted'] as const)
    const deduct = what === 'back' ? prng.pick([0, 0, 700]) : 0
    const reason = deduct > 0 ? 'It is stained' : undefined
    if (isOrder && prng.chance(0.6))
      press('goods', (services) =>
        recordGoods(services, {
          id,
          what,
          on: today,
          deduct,
          reason,
          admin: { id: SIM_OWNER, role: 'owner' },
        }),
      )
    if (prng.chance(0.6)) press('paid back', (services) => recordPaidBack(services, id, SIM_OWNER))
  }
}

async function manage(run: SimRun, purchase: Purchase, prng = run.prng): Promise<void> {
  const { timeline } = run
  const requestId = prng.uuid()
  const presses = prng.chance(0.2) ? 2 : 1
  const pressTimes = (what: string, action: OwnerAction) => {
    for (let nth = 0; nth < presses; nth += 1) timeline.start(() => pressButton(run, what, action))
  }
  // Sometimes more than is left.
  const excess = run.prngFor(`excess ${requestId}`).chance(0.1) ? purchase.refundable : 0
  const part = prng.chance(0.5) ? prng.between(100, 3200) + excess : undefined
  const expectedPence = part ?? purchase.refundable
  const restock = prng.pick([0, 1])
  /** Checks that the refunded amount is the confirmed one. */
  const checkAmount = async (request: Promise<{ refundedPence: number }>) => {
    const refund = await request
    if (refund.refundedPence !== expectedPence)
      run.problems.push(
        `${expectedPence}p were confirmed and ${refund.refundedPence}p refunded of ${purchase.intent}`,
      )
    return refund
  }
  switch (prng.pickWeighted({ refund: 6, dashboard: 2, again: 1, settle: 1 })) {
    case 'refund':
      if (purchase.kind === 'voucher') {
        return pressTimes('refund voucher', (services) =>
          checkAmount(refundVoucher(services, purchase.id, SIM_OWNER, { requestId, expectedPence })),
        )
      }
      return pressTimes('refund order', (services) =>
        checkAmount(
          refundOrder(services, {
            orderId: purchase.id,
            pence: part,
            refundablePence: purchase.refundable,
            restock,
            requestId,
            actor: SIM_OWNER,
          }),
        ),
      )
    case 'dashboard':
      return refundInDashboard(run, purchase.intent)
    case 'again':
      return pressTimes('refund payment', (services) =>
        refundPayment(services, { paymentId: purchase.payment, actor: SIM_OWNER }),
      )
    case 'settle':
      return pressTimes('settle now', (services) => settleNow(services, purchase.payment))
  }
}
