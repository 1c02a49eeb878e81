import type { Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { expect, HIGHEST_OFFERED, newBuyer, offeredAmount, test } from '#tests/e2e/fixtures.ts'
import { newOwner, OWNER_PASSWORD } from '#tests/e2e/owner.ts'
import { translatePages } from '#tests/e2e/translator.ts'

// As on a slow phone: one types and presses Enter before the script of the form has arrived.

/** Keeps the island's script back until the returned function is called. */
async function holdScript(page: Page, island: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/${island}*.js*`, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('a message that is sent before its form is hydrated arrives afterwards', async ({ page }) => {
  const release = await holdScript(page, 'ContactForms')
  await page.goto('/#write')
  await page.getByRole('radio', { name: 'Message' }).check()
  const form = page.getByRole('form', { name: 'Send a message' })
  for (const label of ['First name', 'Last name', 'Message']) await form.getByLabel(label).fill('Words')
  await form.getByLabel('Email').fill(newBuyer().buyerEmail)
  await form.getByLabel('Subject').fill('Hello')
  await form.getByLabel('Subject').press('Enter')
  await expect(page).toHaveURL('/#write')
  await expect(form.getByLabel('Subject')).toHaveValue('Hello')
  release()
  await expect(page.getByText('We have received your message')).toBeVisible()
})

test('a link to the appointment form that is pressed before hydration counts more than an earlier choice', async ({
  page,
}) => {
  test.skip(clinic.booking.kind === 'link', 'The table of prices links to the provider.')
  const [therapy] = therapies
  const release = await holdScript(page, 'ContactForms')
  await page.goto('/#write')
  await page.getByRole('radio', { name: 'Message' }).check()
  await page.getByRole('row', { name: therapy!.title }).getByRole('link').click()
  const service = page.getByRole('form', { name: 'Ask for an appointment' }).getByLabel('Service')
  await expect(service).toBeInViewport()
  release()
  await expect(service).toHaveValue(therapy!.id)
  await expect(page.getByRole('radio', { name: 'Appointment' })).toBeChecked()
})

test('a message that is sent too early with an empty field gets its error message, and keeps its text', async ({
  page,
}) => {
  const release = await holdScript(page, 'ContactForms')
  await page.goto('/#write')
  await page.getByRole('radio', { name: 'Message' }).check()
  const form = page.getByRole('form', { name: 'Send a message' })
  await form.getByLabel('Message').fill('Words that took long to find.')
  await form.getByRole('button', { name: 'Send Message' }).click()
  release()
  await expect(form.getByLabel('First name')).toBeFocused()
  await expect(form.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Message')).toHaveValue('Words that took long to find.')
})

test.describe('a translated page', () => {
  test.use({ allowedErrors: [[/React error #418/], { option: true }] as never })

  test('keeps a message that is sent before its form is hydrated', async ({ page }) => {
    await translatePages(page)
    const release = await holdScript(page, 'ContactForms')
    await page.goto('/#write')
    await page.getByRole('radio', { name: 'Message' }).check()
    const form = page.getByRole('form', { name: 'Send a message' })
    await form.getByLabel('Message').fill('Words that took long to find.')
    await form.getByRole('button', { name: 'Send Message' }).click()
    release()
    await expect(form.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByLabel('Message')).toHaveValue('Words that took long to find.')
  })

  test('keeps an amount that is chosen while its form is being hydrated', async ({ page }) => {
    await translatePages(page)
    await page.addInitScript((pounds) => {
      new MutationObserver((_, observer) => {
        const amount = document.querySelector<HTMLElement>(
          `astro-island:not([ssr]) label:has([value="${pounds}"])`,
        )
        amount?.click()
        if (amount) observer.disconnect()
      }).observe(document, { attributes: true, attributeFilter: ['ssr'], subtree: true })
    }, HIGHEST_OFFERED)
    await page.goto('/#gift-vouchers')
    await expect(offeredAmount(page, HIGHEST_OFFERED)).toBeChecked()
    await expect(page.locator('.voucher-amount')).toContainText(`£${HIGHEST_OFFERED}`)
  })

  test('keeps an amount on which the mouse goes down before its form is hydrated, and up afterwards', async ({
    page,
  }) => {
    await translatePages(page)
    const release = await holdScript(page, 'VoucherSection')
    await page.goto('/#gift-vouchers')
    await offeredAmount(page, HIGHEST_OFFERED).hover()
    await page.mouse.down()
    release()
    await expect(page.locator('.voucher-amount')).toContainText(`£${HIGHEST_OFFERED}`)
    await page.mouse.up()
    await expect(offeredAmount(page, HIGHEST_OFFERED)).toBeChecked()
  })
})

test('a voucher’s amount that is typed and entered before hydration leads on to the details', async ({
  page,
}) => {
  const release = await holdScript(page, 'VoucherSection')
  await page.goto('/#gift-vouchers')
  await offeredAmount(page, HIGHEST_OFFERED).check()
  await page.getByLabel('Custom amount').fill('37.50')
  await expect(offeredAmount(page, HIGHEST_OFFERED)).not.toBeChecked()
  await page.getByLabel('Custom amount').press('Enter')
  await expect(page).toHaveURL('/#gift-vouchers')
  release()
  await expect(page.getByRole('group', { name: 'Your details' })).toBeVisible()
  await expect(page.locator('.voucher-amount')).toContainText('37.50')
})

test('Enter before hydration signs in, and nothing typed is in the address', async ({ page }) => {
  const owner = await newOwner(page.request)
  const release = await holdScript(page, 'LoginForm')
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(owner)
  await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/admin/login')
  release()
  await expect(page).toHaveURL('/admin/dashboard')
})
