import type { Page } from 'playwright/test'
import { cancellationForm, howToCancel, rightToCancel } from '#clinic/cancelling.ts'
import { addUniqueProduct } from '#tests/e2e/add-products.ts'
import { goToOrderPayment, shownReference } from '#tests/e2e/checkout-actions.ts'
import { expect, goToPayment, payButton, payByCard, paymentFrame, test } from '#tests/e2e/fixtures.ts'
import { shownCode } from '#tests/e2e/payment-redirects.ts'

const FLOWS = [
  {
    flow: 'the voucher form',
    open: async (page: Page) => void (await goToPayment(page)),
    paid: shownCode,
    conditions: rightToCancel.voucher,
  },
  {
    flow: 'the purchase dialog',
    open: async (page: Page) => void (await goToOrderPayment(page, await addUniqueProduct(page.request))),
    paid: shownReference,
    conditions: rightToCancel.goods,
  },
]

const summary = (page: Page) => page.getByText('You may cancel within 14 days. How')
/** The innermost group with the text: the <details>, not the step around it. */
const right = (page: Page) =>
  page
    .getByRole('group')
    .filter({ has: summary(page) })
    .last()
const form = (page: Page) => right(page).getByRole('group', { name: 'Model cancellation form' })

for (const { flow, open, paid, conditions } of FLOWS) {
  test(`${flow} tells the right to cancel before the card fields and the button that pays, and whole by keyboard`, async ({
    page,
  }) => {
    await open(page)
    await expect(summary(page)).toBeVisible()
    await expect(form(page)).toBeHidden()
    for (const later of [paymentFrame(page).owner(), payButton(page)]) {
      const follows = await right(page).evaluate(
        (one, other) => one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING,
        await later.elementHandle(),
      )
      expect(follows).toBe(true)
      const [above, below] = [await right(page).boundingBox(), await later.boundingBox()]
      expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
    }

    await summary(page).focus()
    await page.keyboard.press('Enter')
    for (const text of [...conditions, howToCancel, cancellationForm.title, ...cancellationForm.lines]) {
      await expect(right(page).getByText(text, { exact: true })).toBeVisible()
    }
    expect((await form(page).innerText()).split(/\n+/)).toEqual([
      cancellationForm.title,
      ...cancellationForm.lines,
    ])

    // The terms open in a new tab, so that the purchase stays.
    const terms = page.waitForEvent('popup')
    await right(page).getByRole('link', { name: 'Terms & Conditions (opens in a new tab)' }).click()
    await expect((await terms).getByRole('heading', { name: 'How to cancel' })).toBeInViewport()
    await payByCard(page)
    await paid(page)
  })
}
