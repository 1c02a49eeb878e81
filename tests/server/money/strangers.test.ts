import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runSettlementJob } from '#server/jobs/settlement-job.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { listAttention } from '#server/reports/attention.ts'
import { addStrangers } from '#tests/harness/add-strangers.ts'
import { withSlowStripe } from '#tests/harness/slow-stripe.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

// A thousand intents are made one by one.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const world = useWorld()
const STRIPE_TAKES_MS = 250

const voucherOf = async (intentId: string) =>
  (
    await world.rows(
      `select status, balance_pence as balance from gift_voucher voucher
         join payment on payment.id = payment_id where stripe_payment_intent_id = $1`,
      [intentId],
    )
  )[0]

async function buyVoucher(): Promise<string> {
  const { intentId } = await buy(world)
  await settlePayment(world.services, intentId)
  return intentId
}

const run = (full: boolean) => runSettlementJob(withSlowStripe(world, STRIPE_TAKES_MS), { full })

describe('with 1,000 unpaid payments of strangers, 60 of them declined, and every event lost', () => {
  let paid: string
  let [refunded, disputed, warned] = ['', '', '']

  beforeAll(async () => {
    ;[refunded, disputed, warned] = [await buyVoucher(), await buyVoucher(), await buyVoucher()]
    paid = (await buy(world)).intentId
    await addStrangers(world, 1000, 60)
    world.clock.advance(41)
  })
  afterAll(() => world.clock.set(new Date()))

  it('Needs attention shows their number in one line, beside a purchase that is still processing', async () => {
    await world.rows(
      `update payment set state = 'processing', pay_by = pay_by - interval '2 days', created_at = created_at - interval '2 days' where stripe_payment_intent_id = $1`,
      [paid],
    )
    const open = (await listAttention(world.services)).items.filter(({ kind }) => kind.startsWith('payment'))
    expect(open).toMatchObject([
      { kind: 'payments_open', count: 1000 },
      { kind: 'payment_open', reference: paid },
    ])
  })

  it('a paid purchase is settled by the next run of every five minutes', async () => {
    await run(false)
    expect(await voucherOf(paid)).toEqual({ status: 'active', balance: 5000 })
  })

  it('a refund, a dispute and a warning are known after two full runs', async () => {
    await world.stripe.control.refund({ intent: refunded })
    await world.stripe.control.openDispute({ intent: disputed })
    await world.stripe.control.warnOfFraud({ intent: warned })
    await run(true)
    world.clock.advance(60)
    await run(true)
    expect(await voucherOf(refunded)).toEqual({ status: 'refunded', balance: 0 })
    expect(await voucherOf(disputed)).toEqual({ status: 'disputed', balance: 5000 })
    expect(await voucherOf(warned)).toEqual({ status: 'disputed', balance: 5000 })
  })
})
