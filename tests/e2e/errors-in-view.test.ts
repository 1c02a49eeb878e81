import type { Locator, Page } from 'playwright/test'
import { addUniqueProduct } from '#tests/e2e/add-products.ts'
import { fillPurchase, openPurchase } from '#tests/e2e/checkout-actions.ts'
import { dialog, expect, fillDetails, newBuyer, openVouchers, test } from '#tests/e2e/fixtures.ts'
import { fillProduct, newName, openStockroom } from '#tests/e2e/product-actions.ts'

// A phone with the bars of its browser.
test.use({ viewport: { width: 390, height: 664 } })

/** Fills a form, and returns the one field that is still empty or wrong. */
const FORMS: Record<string, (page: Page) => Promise<Locator>> = {
  'a purchase': async (page) => {
    await openPurchase(page, await addUniqueProduct(page.request))
    await fillPurchase(page)
    const postcode = dialog(page).getByLabel('Postcode')
    await postcode.fill('')
    return postcode
  },
  'a voucher': async (page) => {
    await openVouchers(page)
    await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
    await fillDetails(page, { ...newBuyer(), recipientEmail: 'nobody' })
    return page.getByLabel("Recipient's email")
  },
  'a message': async (page) => {
    await page.goto('/#message')
    const form = page.getByRole('form', { name: 'Send a message' })
    for (const label of ['First name', 'Last name', 'Message']) await form.getByLabel(label).fill('Words')
    await form.getByLabel('Email').fill('visitor@example.com')
    return form.getByLabel('Subject')
  },
  'a product in the portal': async (page) => {
    await openStockroom(page)
    await page.getByRole('button', { name: 'Add Product' }).click()
    await fillProduct(page, newName())
    await dialog(page).getByLabel('Stock', { exact: true }).fill('')
    return dialog(page).getByLabel('Stock', { exact: true })
  },
}

for (const [name, fill] of Object.entries(FORMS)) {
  test(`Enter in a wrong field shows its label and error message: ${name}`, async ({ page }) => {
    const field = await fill(page)
    for (const edge of ['start', 'end'] as const) {
      await field.evaluate((element, block) => element.scrollIntoView({ block }), edge)
      await field.press('Enter')
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toBeFocused()
      await expect.poll(() => field.evaluate(isUncovered), `at the ${edge} of the window`).toBe(true)
    }
  })
}

/** Whether the first and the last line of a field's label and of its error message are on the screen, with nothing above
 *  them. */
function isUncovered(field: HTMLInputElement): boolean {
  const [id] = field.getAttribute('aria-describedby')!.split(' ')
  return [field.labels![0]!, document.getElementById(id!)!].every((text) => {
    const { left, top, bottom } = text.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => text.contains(document.elementFromPoint(left + 2, y)))
  })
}
