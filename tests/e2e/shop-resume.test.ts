import type { Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import { addUniqueProduct, readStock, type Added } from '#tests/e2e/add-products.ts'
import {
  CLAIM_ORDER,
  goToOrderPayment,
  named,
  shownReference,
  statusesFor,
} from '#tests/e2e/checkout-actions.ts'
import { dialog, expect, payButton, payByCard, paymentFrame, test, toast } from '#tests/e2e/fixtures.ts'
import { nothingToPay, withoutPauses } from '#tests/e2e/payment-redirects.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'

// An unpaid payment gets a 409 response, which Chromium logs as an error.
test.use({ allowedErrors: [[/ERR_|status of 40[0249]/], { option: true }] as never })

let fork: Added

test.beforeEach(async ({ request }) => {
  fork = await addUniqueProduct(request)
})

test.describe('a reload', () => {
  test('restores the payment at its original price', async ({ page, request }) => {
    await goToOrderPayment(page, fork, 2)
    await queryStack(request, 'update product set price_pence = 9900 where id = $1', [fork.id])
    await page.reload()
    await expect(payButton(page)).toBeEnabled()
    await expect(dialog(page).getByText('£76.00')).toBeVisible()
    await payByCard(page)
    await shownReference(page)
    expect(await statusesFor(page, fork)).toEqual(['succeeded'])
  })

  test('never asks to pay while the server cannot be reached, and Check again finds the order', async ({
    page,
  }) => {
    await page.clock.install()
    await goToOrderPayment(page, fork)
    await page.route(CLAIM_ORDER, (route) => route.abort())
    await payByCard(page)
    await withoutPauses(page, (soon) => expect(named(page, 'Payment received')).toBeVisible(soon))
    await expect(dialog(page)).toContainText(
      "Failed to create order after payment: it will follow by e-mail, please don't pay again. Reference: pi_",
    )
    await expect(toast(page)).toContainText('Payment received')
    await nothingToPay(page)
    await page.reload()
    const alert = dialog(page).getByRole('alert').first()
    await withoutPauses(page, (soon) => expect(alert).toContainText(clinic.phone.display, soon))
    await nothingToPay(page)
    await page.unroute(CLAIM_ORDER)
    await dialog(page).getByRole('button', { name: 'Check again' }).click()
    await shownReference(page)
  })
})

test.describe('a pay-later provider', () => {
  async function payLater(page: Page) {
    await paymentFrame(page).getByLabel('Payment method').selectOption('Klarna')
    await payButton(page).click()
    await expect(page.getByRole('heading', { name: 'Test payment page' })).toBeVisible()
  }
  const decide = (page: Page, outcome: string) => page.getByRole('button', { name: outcome }).click()
  const isClean = (page: Page) => expect(page).toHaveURL(/\/shop#products$/)

  test('that approves returns the buyer to the order', async ({ page, request }) => {
    await goToOrderPayment(page, fork)
    await payLater(page)
    await decide(page, 'Authorise test payment')
    await shownReference(page)
    await isClean(page)
    await expect(toast(page)).toContainText('Purchase Successful!')
    expect(await readStock(request, fork)).toEqual({ stock: 5, reserved: 0 })
  })
})
