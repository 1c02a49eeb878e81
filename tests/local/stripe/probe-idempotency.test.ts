import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestIntent, useProbeAccount } from '#tests/harness/probe-account.ts'
import { stripeErrorOf } from '#tests/harness/test-account.ts'

const probe = useProbeAccount()

const create = (amount: number, idempotencyKey: string) =>
  probe.stripe.paymentIntents.create({ amount, currency: 'gbp' }, { idempotencyKey })

describe('an idempotency key', () => {
  it('replays the first response and marks it as replayed', async () => {
    const key = randomUUID()
    const first = await create(5000, key)
    const again = await create(5000, key)
    expect(again.id).toBe(first.id)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  })

  it('is refused with other parameters or another path', async () => {
    const key = randomUUID()
    const intent = await create(5000, key)
    expect((await stripeErrorOf(create(6000, key))).type).toBe('StripeIdempotencyError')
    const elsewhere = await stripeErrorOf(
      probe.stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: key }),
    )
    expect(elsewhere.type).toBe('StripeIdempotencyError')
  })

  it('can be reused after refused parameters', async () => {
    const key = randomUUID()
    expect((await stripeErrorOf(create(3, key))).code).toBe('amount_too_small')
    expect((await create(5000, key)).amount).toBe(5000)
  })

  it('replays a decline, even with a valid card', async () => {
    const intent = await createTestIntent(probe.stripe)
    const idempotencyKey = randomUUID()
    const confirm = () =>
      stripeErrorOf(
        probe.stripe.paymentIntents.confirm(
          intent.id,
          { payment_method: 'pm_card_chargeDeclined' },
          { idempotencyKey },
        ),
      )
    expect((await confirm()).code).toBe('card_declined')
    expect((await confirm()).headers?.['idempotent-replayed']).toBe('true')
  })

  it('is ignored for reads', async () => {
    const first = await createTestIntent(probe.stripe)
    const idempotencyKey = randomUUID()
    const other = await createTestIntent(probe.stripe)
    const read = (id: string) => probe.stripe.paymentIntents.retrieve(id, {}, { idempotencyKey })
    expect((await read(first.id)).id).toBe(first.id)
    expect((await read(other.id)).id).toBe(other.id)
  })
})
