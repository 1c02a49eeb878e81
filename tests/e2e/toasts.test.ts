import type { Page } from 'playwright/test'
import { addUniqueProduct } from '#tests/e2e/add-products.ts'
import { goToOrderPayment, named } from '#tests/e2e/checkout-actions.ts'
import {
  choose,
  continueButton,
  coveredByToast,
  expect,
  fillDetails,
  newBuyer,
  openVouchers,
  payByCard,
  test,
  toast,
  vouchers,
} from '#tests/e2e/fixtures.ts'

const PHONE = { width: 390, height: 844 }

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('the toasts of a voucher purchase lie over no button or field, wherever the page is scrolled', async ({
    page,
  }) => {
    await openVouchers(page)
    await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
    await fillDetails(page, newBuyer())
    await continueButton(page).click()
    await expect(toast(page)).toContainText('Ready for Payment')
    for (const edge of ['start', 'end'] as const) {
      await vouchers(page)
        .getByRole('button', { name: 'Back to Form' })
        .evaluate((button, block) => button.scrollIntoView({ block, behavior: 'instant' }), edge)
      await expect.poll(() => coveredByToast(page)).toEqual([])
      await expect(toast(page)).toBeInViewport({ ratio: 1 })
    }
  })

  test('the toasts of an order lie over no button or field of its dialog and can be closed', async ({
    page,
    request,
  }) => {
    await goToOrderPayment(page, await addUniqueProduct(request))
    await expect(toast(page)).toContainText('Ready for Payment')
    await expect.poll(() => coveredByToast(page)).toEqual([])
    await payByCard(page)
    await expect(named(page, 'Order Confirmed!')).toBeVisible()
    await expect(toast(page)).toContainText('Purchase Successful!')
    await expect.poll(() => coveredByToast(page)).toEqual([])
    // The press fails if the dialog, which is in the top layer, lies over the toast.
    await toast(page).getByRole('button', { name: 'Close' }).click()
    await expect(toast(page)).toHaveCount(0)
    await expect(named(page, 'Order Confirmed!')).toBeVisible()
  })
})

test('the error toast goes when the buyer goes on to the next step', async ({ page }) => {
  await page.goto('/#gift-vouchers')
  await vouchers(page).getByLabel('Custom amount').fill('600')
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await expect(toast(page)).toContainText('Error')
  await choose(page, 100)
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await expect(vouchers(page).getByLabel('Your name')).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
  await fillDetails(page, newBuyer())
  await expect(continueButton(page)).toBeEnabled()
})

test.describe('by the clock', () => {
  test.use({ toastsStay: false })

  /** Longer than any toast is shown (ms). */
  const LONG = 20_000

  const open = async (page: Page) => {
    await page.clock.install()
    await page.goto('/#gift-vouchers')
  }
  /** Shows a toast while the clock stands still: on a slow machine it would be gone before the test reaches it. */
  const show = async (page: Page) => {
    await page.clock.resume()
    await vouchers(page).getByLabel('Custom amount').fill('600')
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
    await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
    await expect(toast(page)).toContainText('Error')
    // The focus goes to the wrong field.
    await page.clock.runFor(1000)
  }
  const expectGone = async (page: Page) => {
    await page.clock.runFor(LONG)
    await expect(toast(page)).toHaveCount(0)
  }

  test('a toast stays while the pointer or the focus is on it, and goes some time after', async ({
    page,
  }) => {
    await open(page)
    await show(page)
    await toast(page).hover()
    await page.clock.runFor(LONG)
    await expect(toast(page)).toBeVisible()
    await page.mouse.move(0, 0)
    await expectGone(page)

    await show(page)
    await page.keyboard.press('F8')
    await page.clock.runFor(LONG)
    await expect(toast(page)).toBeVisible()
    await vouchers(page).getByLabel('Custom amount').focus()
    await expectGone(page)
  })

  test('a toast goes by itself after another one was closed', async ({ page }) => {
    await open(page)
    await show(page)
    await toast(page).getByRole('button', { name: 'Close' }).click()
    await expect(toast(page)).toHaveCount(0)
    await show(page)
    await expectGone(page)
  })

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: PHONE })

    test('a toast stays while a finger is on it, and goes some time after', async ({ page }) => {
      await open(page)
      await show(page)
      const { x, y } = (await toast(page).boundingBox())!
      const devTools = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
        devTools.send('Input.dispatchTouchEvent', { type, touchPoints })
      await touch('touchStart', [{ x: x + 20, y: y + 20 }])
      await page.clock.runFor(LONG)
      await expect(toast(page)).toBeVisible()
      await touch('touchEnd', [])
      await vouchers(page).getByLabel('Custom amount').tap()
      await expectGone(page)
    })
  })
})
