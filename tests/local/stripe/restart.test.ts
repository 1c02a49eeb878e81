import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { StripeOptions } from '#local/stripe/start-stripe.ts'
import { createPaidIntent, createTestIntent } from '#tests/harness/probe-account.ts'
import { sdk, startTestAccount } from '#tests/harness/test-account.ts'
import { startReceiver } from '#tests/local/stripe/receiver.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-'))
})
afterEach(() => rm(folder, { recursive: true }))

const file = () => join(folder, 'deep', 'stripe.jsonl')
const start = (options: Partial<StripeOptions> = {}) => startTestAccount({ file: file(), ...options })

describe('a restart', () => {
  it('keeps payments, refunds, events and the responses of idempotency keys', async () => {
    const before = await start()
    const paid = await createPaidIntent(sdk(before))
    const refund = () =>
      sdk(before).refunds.create({ payment_intent: paid.id, amount: 1000 }, { idempotencyKey: 'once' })
    const refunded = await refund()
    await before.stop()

    const after = await start()
    const again = await sdk(after).refunds.create(
      { payment_intent: paid.id, amount: 1000 },
      { idempotencyKey: 'once' },
    )
    expect(again.id).toBe(refunded.id)
    expect((await sdk(after).paymentIntents.retrieve(paid.id)).status).toBe('succeeded')
    expect(after.state().events.map(({ type }) => type)).toContain('refund.created')
    await after.stop()
  })

  it('loses nothing after a response, even without a clean stop', async () => {
    const killed = await start()
    const intents = await Promise.all(Array.from({ length: 20 }, () => createTestIntent(sdk(killed))))
    await sdk(killed).paymentIntents.update(intents[0]!.id, { description: 'Changed' })
    // What a kill in the middle of writing leaves.
    await appendFile(file(), '["intents","pi_half",{"id":"pi_')

    const after = await start()
    const ids = after.state().intents.map(({ id }) => id)
    expect(ids.toSorted()).toEqual(intents.map(({ id }) => id).toSorted())
    expect((await sdk(after).paymentIntents.retrieve(intents[0]!.id)).description).toBe('Changed')
    await after.stop()
    await killed.stop()
  })

  it('writes a constant amount per payment and compacts the file at a start', async () => {
    const before = await start()
    const sizes: number[] = [0]
    for (let count = 0; count < 10; count++) {
      const { id } = await createPaidIntent(sdk(before))
      await sdk(before).refunds.create({ payment_intent: id })
      sizes.push((await stat(file())).size)
    }
    await before.stop()
    const [first, last] = [sizes[1]!, sizes[10]! - sizes[9]!]
    expect(last).toBeLessThan(first * 1.2)

    await (await start()).stop()
    expect((await stat(file())).size).toBeLessThan(sizes[10]!)
    const lines = (await readFile(file(), 'utf8')).trimEnd().split('\n')
    const objects = lines.map((line) => (JSON.parse(line) as string[])[1])
    expect(new Set(objects).size).toBe(objects.length)
  })

  it('keeps its file readable by its owner only, also when it is compacted', async () => {
    const modes: number[] = []
    for (const _ of [1, 2]) {
      const account = await start()
      await sdk(account).refunds.create({ payment_intent: (await createPaidIntent(sdk(account))).id })
      await account.stop()
      modes.push((await stat(file())).mode & 0o777)
    }
    expect(modes).toEqual([0o600, 0o600])
  })

  it('delivers pending webhooks', async () => {
    const before = await start({ webhooks: [{ url: 'http://127.0.0.1:1/', secret: 'x' }], retryMs: [60_000] })
    await createTestIntent(sdk(before))
    await vi.waitFor(() => expect(before.state().deliveries).toHaveLength(1))
    await before.stop()

    const receiver = await startReceiver()
    onTestFinished(() => receiver.stop())
    const after = await start({ webhooks: [receiver] })
    await vi.waitFor(() => expect(receiver.types()).toEqual(['payment_intent.created']))
    await after.stop()
  })

  it('keeps warnings, reviews, disputes, other payments, held webhooks and what is pending', async () => {
    const endpoint = { url: 'http://127.0.0.1:1/', secret: 'x', enabledEvents: ['review.opened'] }
    const before = await start({ settleMs: 1, webhooks: [endpoint] })
    const { control } = before
    await control.holdSettling()
    await control.hold()
    const paid = await createPaidIntent(sdk(before), 'pm_card_pendingRefund')
    const refund = await sdk(before).refunds.create({ payment_intent: paid.id, amount: 1000 })
    const warning = await control.warnOfFraud({ intent: paid.id })
    const review = await control.openReview({ intent: paid.id })
    const dispute = await control.openDispute({ intent: paid.id })
    await control.payElsewhere({ amount: 100 })
    await control.amend({ id: dispute.id, changes: { status: 'unheard_of' } })
    const { requests: _, ...kept } = before.state()
    await before.stop()

    const after = await start({ settleMs: 1, webhooks: [endpoint] })
    expect(after.state()).toMatchObject(kept)
    const stripe = sdk(after)
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('pending')
    expect((await stripe.radar.earlyFraudWarnings.retrieve(warning.id)).actionable).toBe(false)
    expect((await stripe.reviews.retrieve(review.id)).closed_reason).toBe('disputed')
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('unheard_of')
    expect((await stripe.paymentIntents.list()).data).toHaveLength(2)

    await after.control.releaseSettling()
    await vi.waitFor(async () => {
      expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    })
    expect(after.state().deliveries).toEqual([])
    await after.control.release()
    expect(after.state().deliveries).toMatchObject([{ type: 'review.opened' }])
    await after.stop()
  })

  it('keeps the changes of a refused control, even without a clean stop', async () => {
    const killed = await start()
    const method = 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'
    const { id } = await createPaidIntent(sdk(killed), method)
    await expect(killed.control.authenticate({ intent: id })).rejects.toThrow('insufficient funds')

    const after = await start()
    expect((await sdk(after).paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
    await after.stop()
    await killed.stop()
  })

  it('keeps holding webhooks of later events', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.stop())
    const before = await start({ webhooks: [receiver] })
    await before.control.hold()
    await before.stop()

    const after = await start({ webhooks: [receiver] })
    await createTestIntent(sdk(after))
    await after.control.drop()
    await after.control.release()
    await createPaidIntent(sdk(after))
    await vi.waitFor(() => expect(receiver.types()).toContain('payment_intent.succeeded'))
    expect(receiver.types().filter((type) => type === 'payment_intent.created')).toHaveLength(1)
    await after.stop()
  })

  it('settles what Stripe would have settled in the meantime', async () => {
    const before = await start({ settleMs: 60_000 })
    const paid = await createPaidIntent(sdk(before), 'pm_card_refundFail')
    const refund = await sdk(before).refunds.create({ payment_intent: paid.id })
    await before.stop()

    const after = await start({ settleMs: 1 })
    await vi.waitFor(() =>
      expect(after.state().refunds[0]).toMatchObject({ id: refund.id, status: 'failed' }),
    )
    await after.stop()
  })
})
