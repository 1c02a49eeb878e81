import type { Locator, Page } from 'playwright'
import { fillCard, payButton, payByCard, VISA } from '#tests/e2e/fixtures.ts'
import { buttonNamed, type Journey } from '#tests/resilience/latency/journeys/journey.ts'

/** The steps of a purchase by card. */
export interface PurchaseSteps {
  /** Fills in everything before the button that leads to the payment. */
  fillIn: (page: Page, email: string) => Promise<void>
  proceed: (page: Page) => Locator
  bought: (page: Page) => Locator
}

/** What a press requests, and the buyer's email. */
type Press = Pick<Journey, 'endpoint' | 'allowedTexts'> & { email: string }

export const startBuying = ({ fillIn, proceed, bought }: PurchaseSteps, journey: Press): Journey => ({
  ...journey,
  prepare: (page) => fillIn(page, journey.email),
  press: (page) => proceed(page).click(),
  done: payButton,
  retryButton: proceed,
  async finish(page) {
    await payByCard(page)
    await bought(page).waitFor()
  },
})

export const payForIt = ({ fillIn, proceed, bought }: PurchaseSteps, journey: Press): Journey => ({
  ...journey,
  async prepare(page) {
    await fillIn(page, journey.email)
    await proceed(page).click()
    await fillCard(page, VISA)
  },
  press: (page) => payButton(page).click(),
  done: bought,
  retryButton: (page) => buttonNamed(page, 'Try again'),
})
