import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { sdk, startTestAccount, stripeErrorOf } from '#tests/harness/test-account.ts'

let account: StripeStandIn
beforeAll(async () => {
  account = await startTestAccount()
})
afterAll(() => account.stop())

const pay = (suffix: string) =>
  sdk(account).paymentIntents.create({
    amount: 5000,
    currency: 'gbp',
    statement_descriptor_suffix: suffix,
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'https://clinic.example',
    expand: ['latest_charge'],
  })

it('the stand-in refuses a suffix that exceeds 22 characters with the longest prefix', async () => {
  const error = await stripeErrorOf(pay('GIFT VOUCHER'))
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', param: 'statement_descriptor_suffix' })
})

it('the stand-in shows a complete suffix after the longest prefix', async () => {
  const { latest_charge: charge } = await pay('VOUCHER')
  expect(charge).toMatchObject({ calculated_statement_descriptor: 'TESTCLINIC* VOUCHER' })
})
