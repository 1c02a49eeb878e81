import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findChromium } from '#local/browsers.mjs'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { startTestAccount } from '#tests/harness/test-account.ts'
import { startCheckoutSite } from '#tests/local/stripe/checkout-site.ts'

let standIn: StripeStandIn
let site: Awaited<ReturnType<typeof startCheckoutSite>>
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  standIn = await startTestAccount()
  site = await startCheckoutSite(standIn)
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
  complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refused card is an answer 402, which Chromium reports as an error of its own.
    const refused = message.text().includes('402')
    if (['error', 'warning'].includes(message.type()) && !refused) complaints.push(message.text())
  })
})
afterEach(async () => {
  await page.close()
  if (complaints.length > 0) throw new Error(`The browser complained: ${complaints.join('\n')}`)
})

const frame = () => page.frameLocator('iframe[title="Secure payment input frame"]')
const pay = () => page.getByRole('button', { name: 'Pay' }).click()
/** What the page says in the end. */
const said = () => page.getByRole('status').filter({ hasText: /./ }).innerText()

async function fillCard(number: string) {
  await frame().getByLabel('Card number').fill(number)
  await frame().getByLabel('Expiration date').fill('12 / 34')
  await frame().getByLabel('Security code').fill('123')
}

async function payByCard(number: string, query = '') {
  await page.goto(`${site.url}/${query}`)
  await fillCard(number)
  await pay()
}

describe('the stand-in for Stripe.js under a strict content security policy', () => {
  it('pays with a valid card', async () => {
    await payByCard('4242 4242 4242 4242')
    expect(await said()).toContain('succeeded')
    expect(standIn.state().intents.at(-1)?.status).toBe('succeeded')
  })

  it('shows why a card was declined and accepts another one', async () => {
    await payByCard('4000 0000 0000 9995')
    expect(await said()).toContain('Your card has insufficient funds.')
    await fillCard('5555 5555 5555 4444')
    await pay()
    expect(await said()).toContain('succeeded')
  })

  it('marks an incomplete field without an API request', async () => {
    await page.goto(site.url)
    const before = standIn.state().requests.length
    await frame().getByLabel('Card number').fill('4242')
    await pay()
    expect(await said()).toContain('Your card number is incomplete.')
    await frame().getByRole('alert').getByText('Your card number is incomplete.').waitFor()
    expect(standIn.state().requests).toHaveLength(before)
  })

  it.each([
    ['Complete', 'succeeded'],
    ['Fail', 'We are unable to authenticate your payment method.'],
  ])('shows 3-D Secure, and "%s" results in "%s"', async (button, outcome) => {
    await payByCard('4000 0025 0000 3155')
    await page
      .getByRole('dialog', { name: '3D Secure 2 Test Page' })
      .getByRole('button', { name: button })
      .click()
    expect(await said()).toContain(outcome)
  })

  it.each([
    ['Authorise test payment', 'succeeded'],
    ['Fail test payment', 'failed'],
    ['Leave test payment processing', 'pending'],
  ])('redirects a pay-later buyer to a test page, and "%s" returns "%s"', async (button, status) => {
    await page.goto(site.url)
    await frame().getByRole('tab', { name: 'Klarna' }).click()
    await pay()
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: 'Returned' }).waitFor()
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('redirect_status')).toBe(status)
    expect(searchParams.get('payment_intent_client_secret')).toMatch(/^pi_\w+_secret_\w+$/)
  })

  it('redirects a Clearpay buyer to a test page and back', async () => {
    await page.goto(site.url)
    await frame().getByRole('tab', { name: 'Clearpay' }).click()
    await pay()
    await page.getByRole('button', { name: 'Authorise test payment' }).click()
    await page.getByRole('heading', { name: 'Returned' }).waitFor()
    expect(new URL(page.url()).searchParams.get('redirect_status')).toBe('succeeded')
  })

  it('leaves a payment by bank debit processing', async () => {
    await page.goto(site.url)
    await frame().getByRole('tab', { name: 'Bacs Direct Debit' }).click()
    await pay()
    expect(await said()).toContain('processing')
  })

  it('redirects to return_url after success unless redirect is if_required', async () => {
    await payByCard('4242 4242 4242 4242', '?always')
    await page.getByRole('heading', { name: 'Returned' }).waitFor()
    expect(new URL(page.url()).searchParams.get('redirect_status')).toBe('succeeded')
  })

  it('reports a connection error when the response is lost', async () => {
    // Chromium itself repeats a request whose reused connection broke.
    await standIn.control.fault({ match: 'POST /v1/payment_intents/*/confirm', status: 0, times: 3 })
    await payByCard('4242 4242 4242 4242')
    expect(await said()).toContain('We are experiencing issues connecting to our payments provider.')
    await standIn.control.reset()
    expect(complaints).toEqual([expect.stringContaining('ERR_EMPTY_RESPONSE')])
    complaints = []
  })

  it('uses the colours of the page', async () => {
    await page.goto(`${site.url}/?dark`)
    const input = frame().getByLabel('Card number')
    await input.waitFor()
    const style = await input.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return { color, backgroundColor }
    })
    expect(style).toEqual({ color: 'rgb(244, 239, 230)', backgroundColor: 'rgb(18, 33, 31)' })
  })

  it('keeps the input when the page changes its colours', async () => {
    await page.goto(site.url)
    await fillCard('4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Darken' }).click()
    const input = frame().getByLabel('Card number')
    await vi.waitFor(async () =>
      expect(await input.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(244, 239, 230)'),
    )
    expect(await input.inputValue()).toBe('4242 4242 4242 4242')
  })

  it('refuses a live key', async () => {
    await page.goto(site.url)
    const refused = await page.evaluate(() => {
      try {
        ;(window as unknown as { Stripe: (key: string) => unknown }).Stripe('pk_live_something')
        return 'taken'
      } catch (error) {
        return String(error)
      }
    })
    expect(refused).toContain('it needs a pk_test_ key')
  })

  it('grows with its content, without inner scrolling', async () => {
    await page.goto(site.url)
    await frame().getByLabel('Card number').waitFor()
    await vi.waitFor(async () => {
      const box = await page.locator('iframe').boundingBox()
      expect(box?.height).toBeGreaterThan(200)
    })
  })
})
