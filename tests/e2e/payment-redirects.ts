import { expect, type Page } from 'playwright/test'
import { asVisitor, vouchers } from '#tests/e2e/fixtures.ts'
import { readStack } from '#tests/e2e/query-stack.ts'

// Helpers for tests of payment redirects.

export interface Intent {
  id: string
  status: string
  amount: number
  created: number
}

const STARTED = Math.floor(Date.now() / 1000)
let amounts = 0

/** An amount that is unique in this run, to find its intents. */
export function newAmount(): string {
  amounts += 1
  const pence = 10_000 + (Number(process.env['TEST_WORKER_INDEX'] ?? 0) % 300) * 100 + amounts
  return `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, '0')}`
}

/** Returns the stand-in's intents of this amount, oldest first. */
async function intentsOf(page: Page, amount: string): Promise<Intent[]> {
  const { stripeApi } = await readStack(page.request)
  const answer = await page.request.post(`${stripeApi}/__control/state`, { data: {} })
  const { intents } = (await answer.json()) as { intents: Intent[] }
  const pence = Math.round(Number(amount) * 100)
  // Ignore intents of earlier runs.
  return intents.filter((intent) => intent.amount === pence && intent.created >= STARTED)
}

export const statusesOf = async (page: Page, amount: string) =>
  (await intentsOf(page, amount)).map(({ status }) => status)

/** Returns the voucher's code, once the page shows it. */
export async function shownCode(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  return (await vouchers(page).locator('.code').textContent())!
}

export const nothingToPay = async (page: Page) =>
  expect(page.getByRole('button', { name: /Complete Payment|Continue to Payment|Purchase/ })).toHaveCount(0)

/** Does what "Duplicate tab" does: the same URL and a copy of the session storage. */
export async function duplicateTab(page: Page): Promise<Page> {
  const kept = await page.evaluate(() => Object.entries(sessionStorage))
  const copy = await page.context().newPage()
  await asVisitor(copy)
  await copy.addInitScript((entries) => {
    if (sessionStorage.length > 0) return
    for (const [key, text] of entries) sessionStorage.setItem(key, text)
  }, kept)
  await copy.goto(page.url())
  return copy
}

/** Lets the pauses between the tries pass at once, until the assertion holds. The page needs `page.clock.install()`. */
export const withoutPauses = (page: Page, assertion: (soon: { timeout: number }) => Promise<void>) =>
  expect(async () => {
    await page.clock.fastForward(3000)
    await assertion({ timeout: 300 })
  }).toPass()

export const CONFIRM = '**/__local/stripe/v1/payment_intents/*/confirm'
export const CLAIM = '**/api/gift-vouchers'
