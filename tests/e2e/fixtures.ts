import { test as base, expect, type FrameLocator, type Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import { blockedIn } from '#tests/e2e/blocked.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'
import { slowPages } from '#tests/e2e/slow-pages.ts'

export { expect }

export interface Mail {
  id: string
  to: string
  subject: string
  text: string
  html: string
}

/** A page that fails the test on unexpected errors, with a stand-in for Stripe.js. */
export const test = base.extend<{ allowedErrors: RegExp[]; hasStripe: boolean; toastsStay: boolean }>({
  browser: [
    async ({ browser }, use) => {
      slowPages(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  // A declined card gets a 402 response, which Chromium logs as an error.
  allowedErrors: [[/status of 402/], { option: true }],
  // Whether Stripe.js can be loaded.
  hasStripe: [true, { option: true }],
  // Whether toasts stay eight times as long: a slow machine looks at one after its five seconds.
  toastsStay: [true, { option: true }],
  page: async ({ page, allowedErrors, hasStripe, toastsStay }, use) => {
    if (toastsStay) await page.context().addInitScript(keepToasts)
    await asVisitor(page, hasStripe)
    const blocked = await blockedIn(page.context())
    const said: string[] = []
    const tell = (text: string) => allowedErrors.some((allowed) => allowed.test(text)) || said.push(text)
    page.on('console', (message) => message.type() === 'error' && tell(message.text()))
    page.on('pageerror', (error) => tell(String(error)))
    await use(page)
    expect(said, 'what the page complained of').toEqual([])
    expect(blocked, 'what the content security policy blocked').toEqual([])
    // Last: without its routes, a page that is still loading would request the real Stripe.js and log an error.
    for (const open of page.context().pages()) await open.unrouteAll({ behavior: 'ignoreErrors' })
  },
})

/** Toasts stay while the window is in the background. */
function keepToasts(): void {
  let asked = 0
  document.hasFocus = () => (asked += 1) % 8 === 0
}

/** Runs in the page: print() prints nothing, and keeps the title that a PDF would be named after, for `expectPrinted`. */
export function recordPrints(): void {
  window.print = () => {
    const { dataset } = document.body
    dispatchEvent(new Event('beforeprint'))
    dataset['prints'] = `${dataset['prints'] ?? ''}${document.title}\n`
    dispatchEvent(new Event('afterprint'))
  }
}

/** Waits until what the page has printed since it was loaded has these titles. */
export async function expectPrinted(page: Page, ...titles: (string | RegExp)[]): Promise<void> {
  const sources = titles.map((title) => (typeof title === 'string' ? title : title.source))
  const lines = new RegExp(`^${sources.map((title) => `${title}\n`).join('')}$`)
  await expect(page.locator('body')).toHaveAttribute('data-prints', lines)
}

/** Gives every tab its own address, so that rate limits do not interfere, and the stand-in's Stripe.js. */
export async function asVisitor(page: Page, hasStripe = true): Promise<void> {
  // This limit counts all addresses together.
  await queryStack(page.request, `delete from throttle where kind = 'confirmations'`)
  await page.setExtraHTTPHeaders({ 'x-nf-client-connection-ip': newAddress() })
  if (hasStripe) await serveStripeScript(page)
  else await page.route('https://js.stripe.com/**', (route) => route.abort())
}

let stripeScript: Promise<string> | undefined

/**
 * Serves the stand-in's Stripe.js. Not with `page.route`, which sends every request of the page through this process and
 * turns the browser's cache off.
 */
async function serveStripeScript(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  devTools.on('Fetch.requestPaused', ({ requestId }) => {
    stripeScript ??= page.request
      .get('/__local/stripe/stripe.js')
      .then(async (response) => (await response.body()).toString('base64'))
    void stripeScript
      .then((body) => devTools.send('Fetch.fulfillRequest', { requestId, responseCode: 200, body }))
      // The page has been closed.
      .catch(() => {})
  })
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: 'https://js.stripe.com/*' }] })
}

export async function mailsTo({ request }: Pick<Page, 'request'>, address: string): Promise<Mail[]> {
  const answer = await request.get('/__local/mail', {
    params: { to: address },
    headers: { accept: 'application/json' },
  })
  return (await answer.json()) as Mail[]
}

/** Repeats steps until they pass. A slow machine gets more time for their condition with each try. */
export async function tryUntil(steps: (soon: { timeout: number }) => Promise<void>): Promise<void> {
  let timeout = 0
  await expect(async () => {
    timeout += 1000
    await steps({ timeout })
  }).toPass()
}

export const dialog = (page: Page) => page.getByRole('dialog')

/** The page's toast. */
export const toast = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

/** Returns the visible buttons and fields that the toast lies over: of the open dialog, or else of the page with the portal's tabs. */
export const coveredByToast = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('.toast')!.getBoundingClientRect()
    const place = document.querySelector('.dialog[open]') ?? document.querySelector('main')!
    const navigation = place.tagName === 'MAIN' ? [...document.querySelectorAll('.admin-tabs a')] : []
    return [
      ...place.querySelectorAll('button, .button, input, select, textarea, iframe, .side-back'),
      ...navigation,
    ]
      .filter((control) => !control.closest('.toasts'))
      .filter((control) => {
        const { top, bottom, left, right, height } = control.getBoundingClientRect()
        const isVisible = control.checkVisibility() && height > 0
        // What is scrolled out of a dialog's body is not seen.
        const seenFrom = Math.max(top, control.closest('.dialog-body')?.getBoundingClientRect().top ?? top)
        return (
          isVisible &&
          bottom > toast.top &&
          seenFrom < toast.bottom &&
          right > toast.left &&
          left < toast.right
        )
      })
      .map((control) => control.outerHTML.slice(0, 80))
  })

export const vouchers = (page: Page) => page.locator('#gift-vouchers')

export const VISA = '4242 4242 4242 4242'
export const DECLINED = '4000 0000 0000 0002'
export const AUTHENTICATED = '4000 0025 0000 3155'

export interface Buyer {
  buyerEmail: string
  recipientEmail: string
}

/** Headers with an address that no rate limit has counted. */
export function newAddress(): string {
  const group = () => Math.floor(Math.random() * 0xffff).toString(16)
  return `2001:db8:${group()}:${group()}::1`
}

let count = 0

/** Email addresses that are unique in this run. */
export function newBuyer(): Buyer {
  count += 1
  const one = `${process.pid}-${Date.now()}-${count}`
  return { buyerEmail: `buyer-${one}@example.com`, recipientEmail: `recipient-${one}@example.com` }
}

export async function openVouchers(page: Page): Promise<void> {
  await page.goto('/#gift-vouchers')
  await choose(page, 50)
  await expect(page.getByRole('button', { name: 'Purchase Gift Voucher' })).toBeEnabled()
}

/** The highest amount that the clinic offers, in pounds. */
export const HIGHEST_OFFERED = clinic.vouchers.amounts.at(-1)!

export const offeredAmount = (page: Page, pounds: number) =>
  page.getByRole('radio', { name: new RegExp(`^£${pounds}\\b`) })

const isOffered = (pounds: number) => clinic.vouchers.amounts.includes(pounds)

/** Chooses an amount, or types one that the clinic does not offer. */
export async function choose(page: Page, pounds: number): Promise<void> {
  // Not `check`, which looks at once: while the form is being hydrated, the choice is shown a moment later.
  if (isOffered(pounds)) await offeredAmount(page, pounds).click()
  else await tryUntil((soon) => typeAmount(page, pounds, soon))
  await expectChosen(page, pounds)
}

/** On a translated page, the focus may replace the field before anything is typed. */
async function typeAmount(page: Page, pounds: number, soon: { timeout: number }): Promise<void> {
  await page.getByLabel('Custom amount').fill(String(pounds))
  await expect(page.getByLabel('Custom amount')).toHaveValue(String(pounds), soon)
}

export async function expectChosen(page: Page, pounds: number): Promise<void> {
  if (isOffered(pounds)) await expect(offeredAmount(page, pounds)).toBeChecked()
  else await expect(page.getByLabel('Custom amount')).toHaveValue(String(pounds))
}

export async function fillDetails(page: Page, buyer: Buyer): Promise<void> {
  await page.getByLabel('Your name').fill('Buyer Name')
  await page.getByLabel('Your email').fill(buyer.buyerEmail)
  await page.getByLabel("Recipient's name").fill('Recipient Name')
  await page.getByLabel("Recipient's email").fill(buyer.recipientEmail)
  await page.getByLabel('Personal message').fill('Have a quiet hour.')
}

export const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' })
export const payButton = (page: Page) => page.getByRole('button', { name: 'Complete Payment' })

/** Goes from the open page to the payment step, with £50 or a custom amount. */
export async function goToPayment(page: Page, buyer = newBuyer(), amount?: string): Promise<Buyer> {
  await openVouchers(page)
  if (amount) await page.getByLabel('Custom amount').fill(amount)
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await fillDetails(page, buyer)
  await continueButton(page).click()
  await expect(payButton(page)).toBeEnabled()
  return buyer
}

export const paymentFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure payment input frame"]')

export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = paymentFrame(page)
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration date').fill('12 / 34')
  await frame.getByLabel('Security code').fill('123')
}

/** Types a card with the keyboard alone, from the element before the frame to the one after it. */
export async function typeCard(page: Page): Promise<void> {
  const frame = paymentFrame(page)
  const fields = { 'Card number': '4242424242424242', 'Expiration date': '1234', 'Security code': '123' }
  await page.keyboard.press('Tab')
  // A key goes to the wrong frame while the focus is between two.
  await expect(frame.getByLabel('Payment method')).toBeFocused()
  for (const [label, text] of Object.entries(fields)) {
    await page.keyboard.press('Tab')
    await expect(frame.getByLabel(label)).toBeFocused()
    await page.keyboard.type(text)
  }
  await expect(frame.getByLabel('Security code')).toHaveValue('123')
  await page.keyboard.press('Tab')
}

export async function payByCard(page: Page, number = VISA): Promise<void> {
  await fillCard(page, number)
  await payButton(page).click()
}
