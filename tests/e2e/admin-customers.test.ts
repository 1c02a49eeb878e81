import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { expectUsable } from '#tests/e2e/axe.ts'
import { expect, mailsTo, newAddress, test, toast } from '#tests/e2e/fixtures.ts'
import { openNewOrder } from '#tests/e2e/order-actions.ts'
import { askAsOwner, openPortal } from '#tests/e2e/owner.ts'
import { dayField, searchList } from '#tests/e2e/portal-list.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'

const view = (page: Page) => page.getByRole('region', { name: 'Customer' })
const dialog = (page: Page) => page.getByRole('dialog')
const entries = (page: Page) => page.getByRole('group', { name: 'customers' }).getByRole('listitem')
/** The link that opens a customer, beside Call and Email. */
const nameIn = (entry: Locator) => entry.locator('a.entry-name')

// Typed markup is shown as text.
const MESSAGE =
  'Is there a step at the <b>door</b>?\n<img src=x onerror="alert(1)"> I come with a wheelchair.'

interface Writer {
  name: string
  email: string
}

const newLastName = () => `Writer${randomUUID().slice(0, 8)}`

/** Sends a message and an appointment request of a new person. */
async function newWriter({ request }: Page, firstName = 'First', lastName = newLastName()): Promise<Writer> {
  const email = `writer-${randomUUID()}@example.com`
  const sender = { firstName, lastName, email, phone: '0151 496 0999' }
  const headers = { 'x-nf-client-connection-ip': newAddress() }
  const write = async (path: string, words: object) => {
    const answer = await request.post(path, { data: { ...sender, ...words }, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await write('/api/contact', { subject: 'The way here', message: MESSAGE })
  await write('/api/appointments', { service: 'womens-health' })
  return { name: `${firstName} ${lastName}`, email }
}

async function giveVoucher(page: Page, { name, email }: Writer): Promise<string> {
  const { voucher } = await askAsOwner<{ voucher: { id: string } }>(page, 'generate-voucher', {
    originalAmount: '40',
    recipientName: name,
    recipientEmail: email,
    paidBy: 'complimentary',
  })
  return voucher.id
}

async function find(page: Page, { name, email }: Writer): Promise<void> {
  // The list before it has a search, too.
  await expect(entries(page).first()).toBeVisible()
  await page.getByLabel('Search').fill(email)
  await expect(entries(page)).toHaveCount(1)
  await entries(page).getByRole('link', { name }).click()
  await expect(view(page).getByRole('heading', { name })).toBeVisible()
}

// ASVS 1.1.2, 1.2.1, 3.2.2
test('a customer is found by name with any apostrophe and without accents, with all purchases and enquiries', async ({
  page,
}) => {
  const mine = randomUUID().slice(0, 8)
  const writer = await newWriter(page, 'Jörg', `O’Brien-${mine}`)
  await openPortal(page, 'customers')
  await giveVoucher(page, writer)
  for (const apostrophe of ["'", '’', 'ʼ', '`']) {
    const words = `o${apostrophe}brien-${mine} jorg`
    const found = page.waitForResponse((reply) => new URL(reply.url()).searchParams.get('search') === words)
    await page.getByLabel('Search').fill(words)
    expect(await (await found).json(), words).toHaveLength(1)
  }
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('1 voucher received, 1 message, 1 appointment request')
  await expect(entries(page)).not.toContainText('£')
  await nameIn(entries(page)).click()
  const history = view(page).getByRole('listitem')
  await expect(history).toHaveCount(3)
  await expect(history.filter({ hasText: 'Message' })).toContainText(MESSAGE)
  await expect(history.filter({ hasText: 'Appointment request' })).toContainText('Womens health')
  await expect(view(page).getByRole('link', { name: writer.email })).toHaveAttribute(
    'href',
    `mailto:${writer.email}`,
  )
  await expect(view(page).getByRole('link', { name: '0151 496 0999' })).toHaveAttribute(
    'href',
    'tel:01514960999',
  )
  expect(decodeURIComponent(page.url())).not.toContain('@')
  await view(page)
    .getByRole('link', { name: /^Voucher …/ })
    .click()
  await expect(page.getByRole('region', { name: 'Voucher' })).toContainText(writer.email)
  await page.goBack()
  await expect(view(page).getByRole('heading', { name: writer.name })).toBeVisible()
  // Back returns to the list.
  await page.goBack()
  await expect(view(page)).toBeHidden()
  await expect(nameIn(entries(page))).toBeFocused()
})

test('Load more appends the next page, which a reload keeps, with the keyboard focus at its end', async ({
  page,
}) => {
  const lastName = newLastName()
  await queryStack(
    page.request,
    `insert into contact_message (id, first_name, last_name, email, subject, message, created_at)
     select gen_random_uuid(), 'First', $1, lower($1) || number || '@example.com', 'The way here', $2, now() - number * interval '1 second'
     from generate_series(1, 51) as number`,
    [lastName, MESSAGE],
  )
  // Listed above them until the list is searched.
  await newWriter(page)
  await openPortal(page, 'customers')
  await page.getByLabel('Search').fill(lastName)
  await expect(entries(page).filter({ hasText: lastName })).toHaveCount(50)
  await page.getByRole('button', { name: 'Load more' }).press('Enter')
  await expect(entries(page)).toHaveCount(51)
  await expect(page.locator(':focus')).toContainText('51 in all')
  await page.keyboard.press('Shift+Tab')
  const last = entries(page).last()
  await expect(last.getByRole('link', { name: 'Email' })).toBeFocused()
  await nameIn(last).press('Enter')
  await expect(view(page)).toBeVisible()
  await page.reload()
  await expect(entries(page)).toHaveCount(51)
  await expect(last).toBeInViewport()
})

test('j goes to the first row of a list, j and k move between its rows, Enter opens one and Escape goes back @nightly', async ({
  page,
}) => {
  await newWriter(page)
  await newWriter(page)
  await openPortal(page, 'customers')
  const [first, second] = [nameIn(entries(page).nth(0)), nameIn(entries(page).nth(1))]
  await expect(second).toBeVisible()
  await page.getByRole('link', { name: 'Customers', exact: true }).press('j')
  await expect(first).toBeFocused()
  await page.keyboard.press('j')
  await expect(second).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(second).toBeFocused()
  await page.keyboard.press('k')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(view(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(view(page)).toBeHidden()
  await expect(first).toBeFocused()
  await page.getByLabel('Search').press('j')
  await expect(page.getByLabel('Search')).toBeFocused()
})

test('a customer’s purchase shows the amount and links to the order', async ({ page }) => {
  const { product, email } = await openNewOrder(page)
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Customers' }).click()
  await find(page, { name: 'First Last', email })
  await expect(view(page)).toContainText('£76.00')
  const order = view(page).getByRole('listitem').filter({ hasText: 'Order' })
  await expect(order).toContainText('To prepare')
  await order.getByRole('link', { name: `2 × ${product.name}` }).click()
  await expect(page.getByRole('region', { name: 'Order', exact: true })).toContainText(email)
})

test('a customer’s data is exported as a page and as data, and the list as CSV for a date range', async ({
  page,
}) => {
  const writer = await newWriter(page)
  await openPortal(page, 'customers')
  await find(page, writer)
  const readable = page.waitForEvent('download')
  await view(page).getByRole('button', { name: 'Export', exact: true }).click()
  expect((await readable).suggestedFilename()).toBe(`personal-data-${writer.email}.html`)
  expect(await readFile(await (await readable).path(), 'utf8')).toContain('&lt;b&gt;door&lt;/b&gt;?\n')
  const exported = page.waitForEvent('download')
  await view(page).getByRole('button', { name: 'Export as data' }).click()
  const file = await exported
  expect(file.suggestedFilename()).toBe(`personal-data-${writer.email}.json`)
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as { messages: { message: string }[] }
  expect(data.messages.map(({ message }) => message)).toEqual([MESSAGE])

  const books = page.getByRole('region', { name: 'Download' })
  await dayField(page, 'From').fill('2026-02-02')
  await dayField(page, 'To').fill('2026-02-01')
  await expect(page.getByText('Please choose a last day on or after the first day')).toBeVisible()
  await dayField(page, 'To').fill('')
  const downloaded = page.waitForEvent('download')
  await books.getByRole('button', { name: 'Download CSV' }).click()
  const table = await downloaded
  expect(table.suggestedFilename()).toBe('customers.csv')
  expect(await readFile(await table.path(), 'utf8')).toContain(writer.email)
})

test.describe('an address that no customer has', () => {
  test.use({ allowedErrors: [/status of 404/] })

  test('is exported with its unfinished purchase, and otherwise reported as unknown', async ({ page }) => {
    const email = `${newLastName().toLowerCase()}@example.com`
    const voucherData = {
      buyerName: 'Only Began',
      buyerEmail: email,
      recipientName: 'Recipient Name',
      recipientEmail: 'recipient@example.com',
      originalAmount: '50',
    }
    const begun = await page.request.post('/api/create-payment-intent', {
      data: { amount: '50', voucherData },
      headers: { 'x-nf-client-connection-ip': newAddress() },
    })
    expect(begun.status()).toBe(200)
    await openPortal(page, 'customers')
    await searchList(page, email)
    const exported = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as data' }).click()
    const data = JSON.parse(await readFile(await (await exported).path(), 'utf8')) as {
      unfinished: { typed: { buyerName: string } }[]
    }
    expect(data.unfinished.map(({ typed }) => typed.buyerName)).toEqual(['Only Began'])

    await searchList(page, `not-${email}`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(toast(page)).toContainText(
      'We do not have any purchases, messages or emails for this person.',
    )
  })
})

test.describe('erasing a customer', () => {
  test.use({ allowedErrors: [/status of (404|409)/] })

  test('is refused while a voucher is usable, then removes all personal data', async ({ page }) => {
    const writer = await newWriter(page)
    await openPortal(page, 'customers')
    const voucherId = await giveVoucher(page, writer)
    // Wait for two confirmations and the voucher email: an unsent email would also be a reason to refuse.
    await expect.poll(async () => (await mailsTo(page, writer.email)).length).toBe(3)
    await find(page, writer)
    const address = page.url()
    await view(page).getByRole('button', { name: 'Erase' }).click()
    await expect(dialog(page)).toContainText('Their name, email address, phone number and postal address')
    await expect(dialog(page)).toContainText('Amounts, dates and')
    await dialog(page).getByRole('button', { name: 'Erase for good' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'A gift voucher that this person bought or received can still be used, so their details cannot be erased yet.',
    )
    await askAsOwner(page, `vouchers/${voucherId}/refund`, {})
    await expect(async () => {
      // The request may still succeed, slowly.
      if (await dialog(page).isVisible())
        await dialog(page).getByRole('button', { name: 'Erase for good' }).click({ timeout: 1000 })
      await expect(dialog(page)).toBeHidden({ timeout: 1000 })
    }).toPass()
    await expect(toast(page)).toContainText('This person’s details have been erased.')
    await expect(page.getByText('Nothing for')).toBeVisible()
    await expect(view(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    await page.goto(address)
    await page.reload()
    await expect(view(page).getByText('We could not find this customer. Please check the link')).toBeVisible()
  })
})

test.describe('when the server cannot be reached', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] })

  test('list and customer show errors with a retry, and a failed action is reported', async ({ page }) => {
    const writer = await newWriter(page)
    const list = /\/api\/admin\/customers($|\?)/
    await page.route(list, (route) => route.abort())
    await openPortal(page, 'customers')
    const tryAgain = page.getByRole('group', { name: 'customers' }).getByRole('button', { name: 'Try again' })
    await expect(tryAgain).toBeVisible()
    await page.unroute(list)
    await tryAgain.press('Enter')
    await expect(page.getByRole('group', { name: 'customers' })).toBeFocused()
    await page.getByLabel('Search').fill(writer.email)
    await expect(entries(page)).toHaveCount(1)
    await page.route('**/api/admin/customers/*', (route) => route.abort())
    await nameIn(entries(page)).click()
    await expect(view(page).getByText('We could not load this customer. Nothing is lost.')).toBeVisible()
    await page.unroute('**/api/admin/customers/*')
    await view(page).getByRole('button', { name: 'Try again' }).click()
    await expect(view(page).getByRole('heading', { name: writer.name })).toBeFocused()
    await page.route('**/api/admin/customers/*', (route) => route.abort())
    await view(page).getByRole('button', { name: 'Export', exact: true }).click()
    await expect(toast(page)).toContainText('The file could not be downloaded. Please try again.')
    await view(page).getByRole('button', { name: 'Erase' }).click()
    await dialog(page).getByRole('button', { name: 'Erase for good' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'We cannot tell whether this went through. Please try again. Nothing will be done twice.',
    )
  })
})

test('the customer list, a customer and the erase dialog are accessible @nightly', async ({ page }) => {
  const writer = await newWriter(page)
  await openPortal(page, 'customers')
  await page.getByLabel('Search').fill(writer.email)
  await expect(entries(page)).toHaveCount(1)
  await expectUsable(page)
  await nameIn(entries(page)).press('Enter')
  await expect(view(page).getByRole('listitem')).toHaveCount(2)
  await expectUsable(page)
  await view(page).getByRole('button', { name: 'Erase' }).press('Enter')
  await expectUsable(page, 'dialog')
  await page.keyboard.press('Escape')
  await expect(view(page).getByRole('button', { name: 'Erase' })).toBeFocused()
})
