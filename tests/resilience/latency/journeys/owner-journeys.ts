import type { Page } from 'playwright'
import { newOwner, OWNER_PASSWORD } from '#tests/e2e/owner.ts'
import { buttonNamed, FINDER, REDEEMER, type Journey } from '#tests/resilience/latency/journeys/journey.ts'

const portal = (page: Page) => page.getByRole('navigation', { name: 'Portal' })
const signInButton = (page: Page) => buttonNamed(page, 'Sign In')

async function typePassword(page: Page): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(await newOwner(page.request))
  await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
}

export const signInJourney: Journey = {
  endpoint: 'login',
  prepare: typePassword,
  press: (page) => signInButton(page).click(),
  done: portal,
  allowedTexts: [],
  retryButton: signInButton,
}

const lookUpButton = (page: Page) => buttonNamed(page, 'Look up')
const redeemButton = (page: Page) => buttonNamed(page, 'Redeem £20.00')
const voucher = (page: Page) => page.getByRole('region', { name: 'Voucher', exact: true })
const taken = (page: Page) => page.getByText('£20.00 taken off. £30.00 left on the voucher.')

async function typeCode(page: Page, code: string): Promise<void> {
  await typePassword(page)
  await signInButton(page).click()
  await portal(page).waitFor()
  await page.goto('/admin/dashboard#vouchers/redeem')
  await page.getByLabel('Voucher code').fill(code)
}

async function typeAmount(page: Page): Promise<void> {
  await page.getByLabel('Amount to use, £').fill('20')
  await page.getByLabel('Note').fill('Massage')
}

export const lookUpJourney: Journey = {
  endpoint: 'findVoucher',
  email: FINDER,
  prepare: (page, { codes }) => typeCode(page, codes[0]!),
  press: (page) => lookUpButton(page).click(),
  done: voucher,
  allowedTexts: [],
  retryButton: lookUpButton,
  async finish(page) {
    await typeAmount(page)
    await redeemButton(page).click()
    await taken(page).waitFor()
  },
}

export const redeemJourney: Journey = {
  endpoint: 'redeemVoucher',
  email: REDEEMER,
  async prepare(page, { codes }) {
    await typeCode(page, codes[1]!)
    await lookUpButton(page).click()
    await typeAmount(page)
  },
  press: (page) => redeemButton(page).click(),
  done: taken,
  allowedTexts: [
    'We cannot tell whether this was done. Please try again: it counts once.',
    'Failed to redeem voucher. It may yet have been done; Refresh shows it.',
  ],
  retryButton: redeemButton,
}
