import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import type { VoucherDetail } from '#contract/vouchers/admin-vouchers.ts'
import { axeInBothSchemes } from '#tests/e2e/axe.ts'
import { expect, mailsTo, test, toast } from '#tests/e2e/fixtures.ts'
import { openAttention } from '#tests/e2e/open-attention.ts'
import { askAsOwner, openPortal } from '#tests/e2e/owner.ts'
import { listTab, searchList } from '#tests/e2e/portal-list.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'

const CODE = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/
const LIMIT = new RegExp(`the limit is £${clinic.vouchers.complimentaryPerDay.toFixed(2)} a day`)

const view = (page: Page) => page.getByRole('region', { name: 'Voucher' })
const history = (page: Page) => view(page).getByRole('region', { name: 'History' })
const dialog = (page: Page) => page.getByRole('dialog')

/** Opens the form of a new voucher, fills it in and sends it. */
async function sendGenerateForm(page: Page, fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Generate Voucher' }).click()
  for (const [label, text] of Object.entries({ 'Amount, £': '100', ...fields }))
    await dialog(page).getByLabel(label).fill(text)
  await dialog(page).getByLabel('How was it paid?').selectOption('Cash')
  await dialog(page).getByRole('button', { name: 'Generate Voucher' }).click()
}

/** Generates a voucher in the portal, and leaves it open. */
async function generate(
  page: Page,
  more: Record<string, string> = {},
): Promise<{ code: string; email: string }> {
  const email = `desk-${randomUUID().slice(0, 8)}@example.com`
  await sendGenerateForm(page, { 'Recipient name': 'Recipient Name', 'Recipient email': email, ...more })
  await expect(dialog(page)).toBeHidden()
  const code = await view(page).getByRole('heading', { level: 2 }).textContent()
  await expect(view(page).getByRole('heading', { name: CODE })).toBeVisible()
  return { code: (await view(page).getByRole('heading', { name: CODE }).textContent()) ?? code!, email }
}

interface Generated {
  id: string
  code: string
  email: string
  name: string
}

/** Generates a voucher of £100.00 through the API. */
async function generateByApi(page: Page): Promise<Generated> {
  const mine = randomUUID().slice(0, 8)
  const [name, email] = [`Recipient ${mine}`, `desk-${mine}@example.com`]
  const { voucher } = await askAsOwner<VoucherDetail>(page, 'generate-voucher', {
    originalAmount: '100',
    recipientName: name,
    recipientEmail: email,
    paidBy: 'cash',
  })
  return { id: voucher.id, code: voucher.voucherCode, email, name }
}

/** Generates a voucher through the API, and opens it. */
async function openGenerated(page: Page): Promise<Generated> {
  const generated = await generateByApi(page)
  await openPortal(page, `vouchers/${generated.id}`)
  await expect(view(page).getByRole('heading', { name: generated.code })).toBeVisible()
  return generated
}

test('a voucher is generated, redeemed in part by its typed code, undone, adjusted and refunded', async ({
  page,
}) => {
  await openPortal(page, 'vouchers')
  const { code, email } = await generate(page)
  await expect(toast(page)).toContainText('Gift voucher has been created and emailed to the recipient.')
  await expect.poll(async () => (await mailsTo(page, email)).length).toBe(1)
  expect((await mailsTo(page, email))[0]?.text).toContain(code)

  // Escape leaves the page, unless that would lose what was typed.
  await page.getByRole('button', { name: 'Redeem a voucher' }).click()
  await expect(page.getByLabel('Voucher code')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(view(page).getByRole('heading', { name: code })).toBeFocused()
  await page.getByRole('button', { name: 'Redeem a voucher' }).click()
  await page.getByLabel('Voucher code').fill(code.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(view(page)).toContainText('£100.00')
  await expect(page.getByLabel('Amount to use, £')).toBeFocused()
  await page.getByLabel('Amount to use, £').fill('60.50')
  await expect(page.getByText('£39.50')).toBeVisible()
  await page.getByRole('button', { name: 'Redeem £60.50' }).click()
  await expect(page.getByText('£60.50 has been redeemed. £39.50 is left on the voucher.')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(view(page)).toContainText('£100.00')
  await page.getByRole('link', { name: 'History and details' }).click()
  await expect(history(page).getByRole('listitem')).toHaveCount(3)
  await view(page).getByRole('button', { name: 'Redeem' }).click()
  await page.getByRole('button', { name: '£25' }).click()
  await page.getByRole('button', { name: 'Redeem £25.00' }).click()
  await expect(page.getByText('£75.00 is left on the voucher')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(history(page).getByRole('listitem')).toHaveCount(4)

  await view(page).getByRole('button', { name: 'Adjust Balance' }).click()
  await dialog(page).getByLabel('Amount, £').fill('−15')
  await expect(dialog(page).getByLabel('Take off')).toBeChecked()
  await expect(dialog(page).getByText('£60.00')).toBeVisible()
  await dialog(page).getByLabel('Add', { exact: true }).check()
  await expect(dialog(page).getByText('£90.00')).toBeVisible()
  await dialog(page).getByLabel('Take off').check()
  await dialog(page).getByRole('button', { name: 'Adjust Balance' }).click()
  await expect(dialog(page).getByText('Description must be at least 5 characters')).toBeVisible()
  await expect(dialog(page).getByLabel('Description')).toBeFocused()
  await dialog(page).getByLabel('Description').fill('Paid back by transfer')
  await dialog(page).getByRole('button', { name: 'Adjust Balance' }).click()
  await expect(toast(page)).toContainText('Voucher balance adjusted successfully!')
  await expect(view(page)).toContainText('£60.00')

  await view(page).getByRole('button', { name: 'Undo: Adjusted −£15.00' }).click()
  await dialog(page).getByRole('button', { name: 'Undo £15.00' }).click()
  await expect(view(page)).toContainText('£75.00')

  await view(page).getByRole('button', { name: 'Adjust Balance' }).click()
  await expect(dialog(page).getByLabel('Amount, £')).toHaveAccessibleDescription(LIMIT)
  await dialog(page).getByLabel('Amount, £').fill('20')
  await dialog(page).getByLabel('Description').fill('For the wait')
  await dialog(page).getByRole('button', { name: 'Adjust Balance' }).click()
  await expect(view(page)).toContainText('£95.00')

  await view(page).getByRole('button', { name: 'Issue Refund' }).click()
  await expect(dialog(page)).toContainText('please give £75.00 back in cash')
  await expect(dialog(page)).toContainText('The rest of the voucher’s balance, £20.00, was never paid for')
  await dialog(page).getByRole('button', { name: 'Issue Refund £75.00' }).click()
  await expect(toast(page)).toContainText('Voucher refunded successfully!')
  await expect(view(page)).toContainText('Refunded')
  await expect(view(page).getByRole('button', { name: 'Issue Refund' })).toBeHidden()
})

test.describe('a search', () => {
  // The last four characters are looked up as a code first, which is not found.
  test.use({ allowedErrors: [/status of 404/] })

  // ASVS 14.2.1
  test('the voucher list searches by name, email or code, and never puts a code in a URL', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await openPortal(page, 'vouchers')
    const name = `Searched ${randomUUID().slice(0, 8)}`
    const { code, email } = await generate(page, { 'Recipient name': name })
    const list = page.getByRole('group', { name: 'vouchers' })
    for (const words of [name, email, code.slice(-4), code, code.replaceAll('-', '').toLowerCase()]) {
      await searchList(page, words)
      await expect(list.getByRole('link', { name: code })).toBeVisible()
    }
    await searchList(page, `${name} nobody`)
    await expect(page.getByText('Nothing for')).toBeVisible()
    await searchList(page, name)
    await listTab(page, 'Redeemed').check()
    await expect(page.getByText('Nothing for')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(listTab(page, 'All')).toBeChecked()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await listTab(page, 'Active').check()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    const bare = code.replaceAll('-', '')
    expect(asked.filter((url) => url.toUpperCase().replaceAll('-', '').includes(bare))).toEqual([])
  })
})

test.describe('a voucher whose answer was lost', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] })

  /** Sends the form, whose answer is lost, and closes it. */
  async function generateUnanswered(page: Page) {
    const mine = randomUUID().slice(0, 8)
    const [name, email] = [`Recipient ${mine}`, `desk-${mine}@example.com`]
    const fields = { 'Recipient name': name, 'Recipient email': email }
    await openPortal(page, 'vouchers')
    await page.route('**/generate-voucher', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await sendGenerateForm(page, fields)
    await expect(dialog(page).getByRole('alert')).toContainText('Nothing will be done twice.')
    await page.unroute('**/generate-voucher')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    return { name, email, fields }
  }

  test('is generated once, also from a form that is opened again', async ({ page }) => {
    const { email, fields } = await generateUnanswered(page)
    await sendGenerateForm(page, fields)
    await expect(view(page).getByRole('heading', { name: CODE })).toBeVisible()
    await expect.poll(async () => (await mailsTo(page, email)).length).toBe(1)
  })

  test('is followed by another one for a person who sees it in the list and sends the form again', async ({
    page,
  }) => {
    const { name, email, fields } = await generateUnanswered(page)
    await searchList(page, name)
    await expect(page.getByRole('group', { name: 'vouchers' }).getByRole('listitem')).toHaveCount(1)
    await sendGenerateForm(page, fields)
    await expect(view(page).getByRole('heading', { name: CODE })).toBeVisible()
    await expect.poll(async () => (await mailsTo(page, email)).length).toBe(2)
  })
})

test.describe('a voucher that went to a wrong address', () => {
  test.use({ allowedErrors: [/status of 40[04]/] })

  test('is reissued, says where its emails are, and its old code says at the desk that it was replaced', async ({
    page,
  }) => {
    const { id, code, email } = await generateByApi(page)
    await expect.poll(async () => (await mailsTo(page, email)).length).toBe(1)
    await openPortal(page, `vouchers/${id}`)
    await view(page).getByRole('button', { name: 'Send again' }).click()
    await expect(dialog(page).getByText('It may already be in this mailbox')).toBeVisible()
    const right = `right-${randomUUID().slice(0, 8)}@example.com`
    await dialog(page).getByLabel('Email').fill(right)
    await expect(dialog(page).getByLabel('Give it a new code')).toBeChecked()
    await dialog(page).locator('summary').click()
    await dialog(page).getByRole('textbox', { name: 'Code' }).fill(code)
    await dialog(page).getByRole('button', { name: 'Reissue Voucher' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Code' })).toBeFocused()
    await expect(dialog(page).getByLabel('Email')).toHaveValue(right)
    await dialog(page).getByRole('textbox', { name: 'Code' }).fill('')
    // The emails as they are read before the new one has left.
    const waiting = {
      id: randomUUID(),
      what: 'Gift voucher',
      recipient: '',
      state: 'waiting',
      canResend: false,
    }
    const emailsReply = { emails: [{ ...waiting, since: new Date().toISOString() }], isReported: true }
    await page.route('**/api/admin/records/*/emails', (route) => route.fulfill({ json: emailsReply }), {
      times: 1,
    })
    await dialog(page).getByRole('button', { name: 'Reissue Voucher' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(view(page).getByRole('heading', { name: code })).toBeHidden()
    await expect.poll(async () => (await mailsTo(page, right)).length).toBe(1)
    const emails = view(page).getByRole('region', { name: 'Emails' })
    await expect(emails.getByRole('listitem').filter({ hasText: right })).toBeVisible()
    await expect(emails.getByRole('listitem').filter({ hasText: email })).toContainText('Sent on')

    await page.goto('/admin/dashboard#vouchers/redeem')
    await page.getByLabel('Voucher code').fill(code)
    await page.keyboard.press('Enter')
    await expect(page.getByText('This code was replaced on')).toBeVisible()
  })
})

test('a voucher that came back needs attention, and goes to a corrected address with the same code', async ({
  page,
}) => {
  const { code, email } = await generateByApi(page)
  await expect.poll(async () => (await mailsTo(page, email)).length).toBe(1)
  const [mail] = await mailsTo(page, email)
  const bounced = await page.request.post('/__local/mail/bounce', {
    data: { id: mail!.id, type: 'HardBounce' },
  })
  expect(bounced.ok()).toBe(true)

  await openPortal(page)
  const entry = await openAttention(page, email)
  await expect(entry).toContainText('Gift voucher came back')
  await expect(entry).toContainText('this address does not exist')
  await entry.getByRole('link', { name: 'Open voucher' }).click()
  await expect(view(page).getByRole('region', { name: 'Emails' })).toContainText('Came back on')
  await view(page).getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(dialog(page).getByText('please press “Activate”')).toBeVisible()
  const right = `right-${randomUUID().slice(0, 8)}@example.com`
  await dialog(page).getByLabel('Email').fill(right)
  await dialog(page).getByRole('button', { name: 'Send Voucher' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect.poll(async () => (await mailsTo(page, right)).length).toBe(1)
  expect((await mailsTo(page, right))[0]?.text).toContain(code)
})

test('a voucher that expires soon is extended from the overview', async ({ page }) => {
  const { id, name } = await generateByApi(page)
  await queryStack(
    page.request,
    `update gift_voucher set expires_at = now() + interval '10 days' where id = $1`,
    [id],
  )
  await openPortal(page)
  const entry = await openAttention(page, name)
  await entry.getByRole('button', { name: 'Extend' }).click()
  await dialog(page)
    .getByLabel('Expiry date')
    .fill(`${new Date().getFullYear() + 2}-06-30`)
  await dialog(page).getByRole('button', { name: 'Extend Voucher' }).click()
  await expect(entry).toBeHidden()
})

test('a voucher that has expired is extended at the desk and used', async ({ page }) => {
  const { id, code } = await generateByApi(page)
  await queryStack(
    page.request,
    `update gift_voucher set issued_at = now() - interval '1 year', expires_at = now() - interval '1 day' where id = $1`,
    [id],
  )
  await openPortal(page, 'vouchers/redeem')
  await page.getByLabel('Voucher code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This voucher has expired.')).toBeVisible()
  await page.getByRole('button', { name: 'Extend' }).click()
  await dialog(page)
    .getByLabel('Expiry date')
    .fill(`${new Date().getFullYear() + 2}-06-30`)
  await dialog(page).getByRole('button', { name: 'Extend Voucher' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByLabel('Amount to use, £').fill('20')
  await page.getByRole('button', { name: 'Redeem £20.00' }).click()
  await expect(page.getByText('£80.00 is left on the voucher')).toBeVisible()
})

test.describe('a voucher form with invalid input', () => {
  test.use({ allowedErrors: [/status of 40[04]/] })

  test('shows the error at the field and keeps the input', async ({ page }) => {
    await openPortal(page, 'vouchers')
    const own = `DESK-${randomUUID().slice(0, 8)}`.toUpperCase()
    await page.getByRole('button', { name: 'Generate Voucher' }).click()
    await dialog(page).getByLabel('Your own code').fill(own)
    await dialog(page).getByLabel('Personal message').fill('Kept.')
    await dialog(page).getByRole('button', { name: 'Generate Voucher' }).click()
    await expect(dialog(page).getByText('Recipient name is required')).toBeVisible()
    await expect(dialog(page).getByLabel('Amount, £')).toBeFocused()
    await dialog(page).getByLabel('Amount, £').fill('10')
    await dialog(page).getByLabel('Recipient name').fill('Recipient Name')
    await dialog(page).getByLabel('Recipient email').fill('own@example.com')
    await dialog(page).getByRole('button', { name: 'Generate Voucher' }).click()
    const payment = dialog(page).getByLabel('How was it paid?')
    await expect(payment).toHaveAccessibleDescription('Please choose how the voucher was paid for')
    await expect(payment).toBeFocused()
    await expect(dialog(page).getByLabel('Personal message')).toHaveValue('Kept.')
    await payment.selectOption('Free (from the clinic)')
    await expect(payment).toHaveAccessibleDescription(LIMIT)
    await dialog(page).getByRole('button', { name: 'Generate Voucher' }).click()
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('button', { name: 'Generate Voucher' }).click()
    for (const [label, text] of [
      ['Amount, £', '20'],
      ['Recipient name', 'Recipient Name'],
      ['Recipient email', 'own@example.com'],
      ['Your own code', own.toLowerCase()],
    ] as const) {
      await dialog(page).getByLabel(label).fill(text)
    }
    await payment.selectOption('Card at the clinic')
    await dialog(page).getByRole('button', { name: 'Generate Voucher' }).click()
    await expect(
      dialog(page).getByText('This code is already taken. Please choose another one', { exact: true }),
    ).toBeVisible()
    await expect(dialog(page).getByLabel('Amount, £')).toHaveValue('20')
    await page.keyboard.press('Escape')

    await view(page).getByRole('button', { name: 'Extend' }).click()
    await dialog(page).getByLabel('Expiry date').fill('2020-01-01')
    await dialog(page).getByRole('button', { name: 'Extend Voucher' }).click()
    await expect(dialog(page).getByText('Please choose a day after today', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.goto('/admin/dashboard#vouchers/redeem')
    await page.getByLabel('Voucher code').fill('0000-0000-0000-0001')
    await page.keyboard.press('Enter')
    await expect(page.getByText('There may be a typing mistake in this code')).toBeVisible()
    await expect(page.getByLabel('Voucher code')).toBeFocused()
  })
})

test('the vouchers tab, a voucher and the redeem page are accessible on a narrow phone, light and dark @nightly', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const { code } = await openGenerated(page)
  expect(await axeInBothSchemes(page, 'body')).toEqual([])
  for (const name of ['Issue Refund', 'Reissue']) {
    await view(page).getByRole('button', { name }).click()
    expect(await axeInBothSchemes(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
  }
  await view(page).getByRole('button', { name: 'Redeem' }).click()
  await expect(page.getByLabel('Voucher code')).toHaveValue(code)
  expect(await axeInBothSchemes(page, 'body')).toEqual([])
  await page.getByRole('link', { name: 'Gift Vouchers' }).first().click()
  await expect(page.getByRole('link', { name: code })).toBeVisible()
  expect(await axeInBothSchemes(page, 'body')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test.describe('a voucher that was changed in another tab', () => {
  test.use({ allowedErrors: [/status of 409/] })

  test('is reloaded, and the input is kept', async ({ page, context }) => {
    const { code } = await openGenerated(page)
    await view(page).getByRole('button', { name: 'Redeem' }).click()
    await page.getByLabel('Amount to use, £').fill('80')
    const other = await context.newPage()
    await other.goto('/admin/dashboard#vouchers/redeem')
    await other.getByLabel('Voucher code').fill(code)
    await other.keyboard.press('Enter')
    await other.getByLabel('Amount to use, £').fill('50')
    await other.getByRole('button', { name: 'Redeem £50.00' }).click()
    await expect(other.getByText('£50.00 is left on the voucher')).toBeVisible()

    await page.getByRole('button', { name: 'Redeem £80.00' }).click()
    await expect(page.getByText('There is only £50.00 left on this voucher', { exact: true })).toBeVisible()
    await expect(view(page).getByText('£50.00')).toBeVisible()
    await expect(page.getByLabel('Amount to use, £')).toHaveValue('80')
    await expect(page.getByLabel('Amount to use, £')).toBeFocused()
    await page.getByRole('button', { name: 'Use £50.00, £30.00 to pay' }).click()
    await expect(page.getByText('£0.00 is left on the voucher')).toBeVisible()
    await expect(view(page)).toContainText('Redeemed')
  })

  test('is not refunded until the owner has confirmed the new amount', async ({ page, context }) => {
    const { code } = await openGenerated(page)
    await view(page).getByRole('button', { name: 'Issue Refund' }).click()
    const other = await context.newPage()
    await other.goto('/admin/dashboard#vouchers/redeem')
    await other.getByLabel('Voucher code').fill(code)
    await other.keyboard.press('Enter')
    await other.getByLabel('Amount to use, £').fill('60')
    await other.getByRole('button', { name: 'Redeem £60.00' }).click()
    await expect(other.getByText('£40.00 is left on the voucher')).toBeVisible()

    await dialog(page).getByRole('button', { name: 'Issue Refund £100.00' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('£40.00 can now be refunded')
    await dialog(page).getByRole('button', { name: 'Issue Refund £40.00' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(view(page)).toContainText('Refunded')
  })
})

test('the vouchers can be downloaded as a file @nightly', async ({ page }) => {
  await openPortal(page, 'vouchers')
  const downloads = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await downloads).suggestedFilename()).toBe('vouchers.csv')
})
