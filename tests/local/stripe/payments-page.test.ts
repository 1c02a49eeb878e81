import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { createPaidIntent, createTestIntent } from '#tests/harness/probe-account.ts'
import { confirmAsBrowser, sdk, startTestAccount } from '#tests/harness/test-account.ts'

let standIn: StripeStandIn
let stripe: Stripe

beforeAll(async () => {
  standIn = await startTestAccount({ settleMs: 60_000 })
  stripe = sdk(standIn)
})
afterAll(() => standIn.stop())
afterEach(() => standIn.control.reset())

async function send(body?: URLSearchParams): Promise<string> {
  const request = new Request('http://localhost/__local/stripe', body ? { method: 'POST', body } : {})
  return (await standIn.page(request)).text()
}

const forms = async () => (await send()).match(/<form.*?<\/form>/gs) ?? []
const buttons = async () => (await forms()).map((form) => /<button>(.*?)</.exec(form)?.[1])

/** Submits the first form with this button; returns the page if the control is refused. */
async function press(button: string, fields: Record<string, string> = {}): Promise<string> {
  const form = (await forms()).find((html) => html.includes(`<button>${button}</button>`))
  if (!form) throw new Error(`The page has no button "${button}".`)
  const inputs = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!])
  const hidden = inputs.filter(([name]) => name !== 'inquiry')
  return send(new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }))
}

async function confirmLater(type: 'klarna' | 'bacs_debit') {
  const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'gbp' })
  await confirmAsBrowser(standIn.url, intent, {
    'payment_method_data[type]': type,
    'payment_method_data[bacs_debit][account_number]': '00012345',
    'payment_method_data[bacs_debit][sort_code]': '108800',
    return_url: 'http://localhost/',
  })
}

describe('a payment on the page of the stand-in', () => {
  it.each([
    ['bacs_debit', 'Let it succeed', 'succeeded'],
    ['bacs_debit', 'Let it fail', 'requires_payment_method'],
    ['klarna', 'Let the buyer confirm', 'succeeded'],
    ['klarna', 'Let the buyer fail', 'requires_payment_method'],
    ['klarna', 'Leave processing', 'processing'],
  ] as const)('by %s becomes, by "%s", %s', async (type, button, status) => {
    await confirmLater(type)
    await press(button)
    expect(await send()).toContain(`£50.00, ${status}`)
  })

  it('that is declined after 3-D Secure shows an error and the failed state', async () => {
    await createPaidIntent(stripe, 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds')
    const page = await press('Let the buyer confirm')
    expect(page).toContain('Your card has insufficient funds.')
    expect(page).toContain('£50.00, requires_payment_method')
  })

  it('is refunded in full, and then the bank returns the refund', async () => {
    await createPaidIntent(stripe)
    await press('Refund in the dashboard')
    expect(await send()).toContain('Refund of £50.00: succeeded')
    expect(await buttons()).not.toContain('Refund in the dashboard')
    await press('Let the refund fail')
    expect(await send()).toContain('Refund of £50.00: failed')
  })

  it('is disputed in part, and the dispute takes only a status that may follow', async () => {
    await createPaidIntent(stripe)
    await press('Open a dispute', { amount: '1500', reason: 'duplicate', inquiry: 'true' })
    expect(await send()).toContain('Dispute of £15.00, duplicate: warning_needs_response')
    expect((await forms()).join('')).not.toContain('<option>won</option>')
    await press('Set the status', { status: 'warning_closed' })
    expect(await send()).toContain('Dispute of £15.00, duplicate: warning_closed')
    expect(await buttons()).not.toContain('Set the status')
  })

  it('gets an early fraud warning and a review, each once', async () => {
    await createPaidIntent(stripe)
    await press('Warn of fraud')
    await press('Open a review')
    expect(await send()).toContain('Early fraud warning: unauthorized_use_of_card')
    expect(await buttons()).not.toContain('Warn of fraud')
    expect(await buttons()).not.toContain('Open a review')
    await press('Close the review', { reason: 'refunded_as_fraud' })
    expect(await send()).toContain('Review: closed, refunded_as_fraud')
  })

  it('shows the error of a refused control and changes nothing', async () => {
    await createPaidIntent(stripe)
    const page = await press('Refund in the dashboard', { amount: '5001' })
    expect(page).toContain('greater than unrefunded amount on charge (£50.00)')
    expect(standIn.state().refunds).toEqual([])
  })
})

it('the page of the stand-in holds, drops and releases webhooks', async () => {
  standIn.setWebhooks([{ url: `${standIn.url}/nowhere`, secret: 'x' }])
  await press('Hold webhooks')
  await createTestIntent(stripe)
  expect(await send()).toContain('held back: 1 held')
  await press('Drop held webhooks')
  expect(await send()).toContain('held back: 0 held')
  await press('Release webhooks')
  expect(await send()).toContain('sent at once: 0 held')
  standIn.setWebhooks([])
})

it('the page of the stand-in takes Stripe down, refuses its key and brings it up', async () => {
  const list = () => stripe.paymentIntents.list({}, { maxNetworkRetries: 0 })
  await press('Take it down')
  await expect(list()).rejects.toMatchObject({ statusCode: 503 })
  await press('Bring it up')
  await press('Refuse the key')
  await expect(list()).rejects.toMatchObject({ type: 'StripeAuthenticationError', code: 'api_key_expired' })
  await press('Bring it up')
  expect((await list()).data).toEqual([])
})
