import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '../../../local/stripe/stripe.ts'
import { sdk, startTestAccount } from './test-account.ts'

let standIn: StripeStandIn

beforeAll(async () => {
  standIn = await startTestAccount()
})
afterAll(() => standIn.stop())

describe('a payment', () => {
  it('succeeds with a good card', async () => {
    const stripe = sdk(standIn)
    const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'gbp' })
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 5000 })
  })
})
