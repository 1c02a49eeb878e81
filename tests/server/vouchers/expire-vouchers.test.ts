import { describe, expect, it } from 'vitest'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

describe('a voucher at the end of its last valid day', () => {
  it('a voucher shows as expired from midnight and the hourly job records it in the ledger', async () => {
    const { intentId } = await buy(world)
    await settlePayment(world.services, intentId)
    const [{ until }] = (await world.rows<{ until: Date }>(
      'select expires_at as until from gift_voucher',
    )) as [{ until: Date }]

    world.clock.set(new Date(until.getTime() - 60_000))
    expect(await settlePayment(world.services, intentId)).toMatchObject({ voucher: { status: 'active' } })
    world.clock.set(until)
    expect(await settlePayment(world.services, intentId)).toMatchObject({
      voucher: { status: 'expired' },
    })

    await Promise.all([1, 2, 3].map(() => runHourlyJob(world.services)))
    const entries = await world.rows('select kind, pence, balance_after from voucher_entry order by position')
    expect(entries).toEqual([
      { kind: 'issue', pence: 5000, balance_after: 5000 },
      { kind: 'expire', pence: -5000, balance_after: 0 },
    ])
    expect(await world.rows('select status, balance_pence from gift_voucher')).toEqual([
      { status: 'expired', balance_pence: 0 },
    ])
  })
})
