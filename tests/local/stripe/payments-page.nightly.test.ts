import { chromium, type Browser, type Locator, type Page } from 'playwright'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from '#local/browsers.mjs'
import { handleLocal, type LocalStack } from '#local/local-routes.ts'
import { serveHandler, type StripeListener } from '#local/stripe/listener.ts'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { createPaidIntent, createTestIntent } from '#tests/harness/probe-account.ts'
import { confirmAsBrowser, sdk, startTestAccount } from '#tests/harness/test-account.ts'

let standIn: StripeStandIn
let stripe: Stripe
let site: StripeListener
let browser: Browser
let page: Page

beforeAll(async () => {
  standIn = await startTestAccount({ settleMs: 60_000 })
  stripe = sdk(standIn)
  const stack = { services: { stripe: standIn } } as LocalStack
  site = await serveHandler(0, async (request) => (await handleLocal(stack, request)) ?? Response.error())
  const executablePath = findChromium()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await standIn.stop()
})
beforeEach(async () => {
  page = await browser.newPage()
})
afterEach(async () => {
  await page.close()
  await standIn.control.reset()
})

const open = () => page.goto(`http://localhost:${site.port}/__local/stripe`)
const press = (name: string, where: Page | Locator = page) => where.getByRole('button', { name }).click()
const text = () => page.locator('article').first().innerText()
const alert = () => page.getByRole('alert').innerText()

async function confirmLater(type: 'klarna' | 'bacs_debit') {
  const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'gbp' })
  await confirmAsBrowser(standIn.url, intent, {
    'payment_method_data[type]': type,
    'payment_method_data[bacs_debit][account_number]': '00012345',
    'payment_method_data[bacs_debit][sort_code]': '108800',
    return_url: 'http://localhost/',
  })
  return intent
}

describe('a payment on the page of the stand-in', () => {
  it.each([
    ['Let it succeed', 'succeeded'],
    ['Let it fail', 'requires_payment_method'],
  ])('that is processing becomes, by "%s", %s', async (button, status) => {
    await confirmLater('bacs_debit')
    await open()
    await press(button)
    expect(await text()).toContain(`£50.00, ${status}`)
  })

  it.each([
    ['Let the buyer confirm', 'succeeded'],
    ['Let the buyer fail', 'requires_payment_method'],
    ['Leave processing', 'processing'],
  ])('that waits for the buyer becomes, by "%s", %s', async (button, status) => {
    await confirmLater('klarna')
    await open()
    await press(button)
    expect(await text()).toContain(`£50.00, ${status}`)
  })

  it('that is declined after 3-D Secure shows an error and the failed state', async () => {
    const method = 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'
    await createPaidIntent(stripe, method)
    await open()
    expect(await page.getByRole('button', { name: 'Leave processing' }).count()).toBe(0)
    await press('Let the buyer confirm')
    expect(await alert()).toContain('Your card has insufficient funds.')
    expect(await text()).toContain('£50.00, requires_payment_method')
  })

  it('that was never paid has no buttons', async () => {
    await createTestIntent(stripe)
    await open()
    expect(await page.locator('article').getByRole('button').count()).toBe(0)
  })

  it('is refunded in part, then in full, and then offers no refund', async () => {
    const { id } = await createPaidIntent(stripe)
    await open()
    await page.locator('article').getByLabel('Amount in pence').first().fill('1500')
    await press('Refund in the dashboard')
    expect(await text()).toContain('Refund of £15.00: succeeded')
    expect(page.url()).toMatch(new RegExp(`#${id}$`))
    await press('Refund in the dashboard')
    expect(await text()).toContain('Refund of £35.00: succeeded')
    expect(await page.getByRole('button', { name: 'Refund in the dashboard' }).count()).toBe(0)
    expect(standIn.state().events.find(({ type }) => type === 'refund.created')?.request).toBeNull()
  })

  it.each([
    ['Let the refund succeed', 'succeeded'],
    ['Let the refund fail', 'failed'],
  ])('has a pending refund that becomes, by "%s", %s', async (button, status) => {
    const { id } = await createPaidIntent(stripe, 'pm_card_pendingRefund')
    await stripe.refunds.create({ payment_intent: id })
    await open()
    await press(button)
    expect(await text()).toContain(`Refund of £50.00: ${status}`)
  })

  it('has a refund that the bank returns', async () => {
    const { id } = await createPaidIntent(stripe)
    await stripe.refunds.create({ payment_intent: id })
    await open()
    expect(await page.getByRole('button', { name: 'Let the refund succeed' }).count()).toBe(0)
    await press('Let the refund fail')
    expect(await text()).toContain('Refund of £50.00: failed')
  })

  it.each([
    [false, 'needs_response'],
    [true, 'warning_needs_response'],
  ])('is disputed for the chosen reason (only an inquiry: %s)', async (inquiry, status) => {
    await createPaidIntent(stripe)
    await open()
    await page.getByLabel('Reason').selectOption('duplicate')
    await page.getByLabel('Only an inquiry').setChecked(inquiry)
    await press('Open a dispute')
    expect(await text()).toContain(`Dispute of £50.00, duplicate: ${status}`)
  })

  it('is disputed in part, and the dispute is given another status', async () => {
    await createPaidIntent(stripe)
    await open()
    await page.getByLabel('Amount in pence, all if empty').fill('1500')
    await press('Open a dispute')
    expect(await text()).toContain('Dispute of £15.00, fraudulent: needs_response')
    await page.getByLabel('Status').selectOption('under_review')
    await press('Set the status')
    expect(await text()).toContain('Dispute of £15.00, fraudulent: under_review')
  })

  it('gets an early fraud warning, once', async () => {
    await createPaidIntent(stripe)
    await open()
    await press('Warn of fraud')
    expect(await text()).toContain('Early fraud warning: unauthorized_use_of_card')
    expect(await page.getByRole('button', { name: 'Warn of fraud' }).count()).toBe(0)
  })

  it.each(['approved', 'refunded', 'refunded_as_fraud', 'disputed'])(
    'is put under review, which is closed as %s',
    async (reason) => {
      await createPaidIntent(stripe)
      await open()
      await press('Open a review')
      expect(await text()).toContain('Review: open, rule')
      expect(await page.getByRole('button', { name: 'Open a review' }).count()).toBe(0)
      const form = page.locator('form', { hasText: 'Close the review' })
      await form.getByLabel('Reason').selectOption(reason)
      await press('Close the review')
      expect(await text()).toContain(`Review: closed, ${reason}`)
    },
  )

  it('shows the error of a refused control and changes nothing', async () => {
    await createPaidIntent(stripe)
    await open()
    await page.locator('article').getByLabel('Amount in pence').first().fill('5001')
    await press('Refund in the dashboard')
    expect(await alert()).toContain('greater than unrefunded amount on charge (£50.00)')
    expect(standIn.state().refunds).toEqual([])
  })

  it('escapes its content', async () => {
    const { id } = await createPaidIntent(stripe)
    const changes = { currency: 'moon', description: '<img src=x onerror="alert(1)">' }
    await standIn.control.amend({ id, changes })
    await open()
    expect(await text()).toContain('5000 moon, succeeded')
    expect(await text()).toContain('<img src=x')
  })
})

describe('the account on the page of the stand-in', () => {
  it('holds, drops and releases webhooks', async () => {
    standIn.setWebhooks([{ url: `http://localhost:${site.port}/nowhere`, secret: 'x' }])
    await open()
    await press('Hold webhooks')
    expect(await page.getByText('Webhooks are').innerText()).toContain('held back: 0 held')
    await createTestIntent(stripe)
    await open()
    expect(await page.getByText('Webhooks are').innerText()).toContain('1 held')
    await press('Drop held webhooks')
    expect(await page.getByText('Webhooks are').innerText()).toContain('held back: 0 held')
    await press('Release webhooks')
    expect(await page.getByText('Webhooks are').innerText()).toContain('sent at once: 0 held')
    standIn.setWebhooks([])
  })

  it('keeps payments pending until settling is released', async () => {
    await open()
    await press('Leave them pending')
    expect(await page.getByText('Bank debits').innerText()).toContain('wait for a button here')
    await press('Let them settle')
    expect(await page.getByText('Bank debits').innerText()).toContain('settle after a moment')
  })

  it('ages idempotency keys', async () => {
    const create = () =>
      stripe.paymentIntents.create({ amount: 5000, currency: 'gbp' }, { idempotencyKey: 'one key' })
    const first = await create()
    expect((await create()).id).toBe(first.id)
    await open()
    await page.getByLabel('Hours').fill('24')
    await press('Age all keys')
    expect((await create()).id).not.toBe(first.id)
  })

  it('creates payments of another product', async () => {
    await open()
    await page.getByLabel('Amount in pence').fill('1200')
    await page.getByLabel('How many').fill('2')
    await press('Pay for another product')
    expect(await page.getByRole('heading', { name: '£12.00, succeeded' }).count()).toBe(2)
    expect(standIn.state().intents.map(({ amount }) => amount)).toEqual([1200, 1200])
  })

  it('shows the 50 newest payments, newest first', async () => {
    await createPaidIntent(stripe)
    await standIn.control.payElsewhere({ amount: 100, count: 50 })
    const { id } = await createPaidIntent(stripe)
    await open()
    expect(await page.locator('article').count()).toBe(50)
    expect(await page.locator('article').first().getAttribute('id')).toBe(id)
    expect(await page.getByText('50 of 52').count()).toBe(1)
  })
})

describe('the page of the stand-in', () => {
  it('refuses a form without a control, and one of another page', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`http://localhost:${site.port}/__local/stripe`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ amount: '1' }),
      })
    expect((await post({})).status).toBe(400)
    expect((await post({ origin: 'http://localhost:1' })).status).toBe(403)
  })
})
