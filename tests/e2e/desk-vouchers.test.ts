import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { extractText } from 'unpdf'
import { axe } from '#tests/e2e/axe.ts'
import { cutTexts } from '#tests/e2e/cut-texts.ts'
import { dialog, expect, expectPrinted, mailsTo, recordPrints, test, toast } from '#tests/e2e/fixtures.ts'
import { newOwner, openPortal, OWNER_PASSWORD } from '#tests/e2e/owner.ts'

const PHONE = { width: 360, height: 740 }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const region = (page: Page, name: string) => page.getByRole('region', { name })

async function expectUsableAt360(page: Page, what: string): Promise<void> {
  expect(await axe(page, 'body'), what).toEqual([])
  expect(await cutTexts(page), what).toEqual([])
}

/** Returns the text of each sheet that the browser would print now, without spaces. */
async function sheetsOf(page: Page): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(await page.pdf({ format: 'A4' })), { mergePages: false })
  return text.map((sheet) => sheet.normalize('NFKC').replace(/[\s\p{Cf}]/gu, ''))
}

test.use({ viewport: PHONE })

test('a voucher for £65 cash is on paper eight presses after signing in, without an email', async ({
  page,
}) => {
  await page.addInitScript(recordPrints)
  const email = await newOwner(page.request)
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await button(page, 'Sign In').click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.evaluate(() => {
    const { dataset } = document.body
    addEventListener('pointerdown', () => (dataset.presses = `${dataset.presses ?? ''}x`), true)
  })
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Vouchers' }).click()
  await button(page, 'Generate Voucher').click()
  await expect(dialog(page).getByLabel('Amount, £')).toBeFocused()
  await page.keyboard.type('65')
  await dialog(page).getByLabel('How was it paid?').click()
  await dialog(page).getByLabel('How was it paid?').selectOption('Cash')
  await dialog(page).getByText('Print now', { exact: true }).click()
  await expect(dialog(page).getByLabel('Recipient email')).toBeHidden()
  await dialog(page).getByLabel('Recipient name').click()
  const grandmother = `Rose ${randomUUID().slice(0, 8)}`
  await page.keyboard.type(grandmother)
  await expectUsableAt360(page, 'Generate Voucher')
  await dialog(page).getByRole('button', { name: 'Generate Voucher' }).click()
  await expectPrinted(page, /Gift voucher ending \w{4}/)
  // The option of the select is one more, and Print in the browser's own dialog the last.
  expect((await page.locator('body').getAttribute('data-presses'))!.length + 2).toBeLessThanOrEqual(8)

  await expect(toast(page)).toContainText('The voucher is ready to print.')
  const voucher = region(page, 'Voucher')
  const code = (await voucher.getByRole('heading', { level: 2 }).textContent())!
  const [sheet, ...more] = await sheetsOf(page)
  expect(more).toEqual([])
  for (const text of ['£65', code, `For${grandmother.replace(' ', '')}`]) expect(sheet).toContain(text)
  await expect(voucher).toContainText('On paper. It has not been emailed.')
  await expectUsableAt360(page, 'the voucher')

  await voucher.getByRole('button', { name: 'Print Receipt' }).click()
  await expectPrinted(page, `Gift voucher ending ${code.slice(-4)}`, `Receipt ending ${code.slice(-4)}`)
  const receipt = await sheetsOf(page)
  expect(receipt).toEqual([expect.stringContaining('Amountpaid£65.00')])
  expect(receipt[0]).not.toContain(code)

  // The day’s takings list it, and print alone.
  await page.goto('/admin/dashboard#overview')
  await page.getByRole('link', { name: 'Day’s Takings' }).click()
  const own = region(page, email)
  await expect(page.getByRole('link', { name: `…${code.slice(-4)}` })).toBeVisible()
  // Other tests sell vouchers on this day, too.
  await expect(own.or(page.getByText(`By ${email} (you)`)).first()).toContainText('(you)')
  await expectUsableAt360(page, 'the day’s takings')
  // What somebody else has sold meanwhile is printed, too.
  const codeEnd = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage['adminToken']}`,
      'content-type': 'application/json',
    }
    const sold = { originalAmount: '65', paidBy: 'cash', deliverTo: 'print', recipientName: 'Recipient Name' }
    const answer = await fetch('/api/admin/generate-voucher', {
      method: 'POST',
      headers,
      body: JSON.stringify(sold),
    })
    return ((await answer.json()) as { voucher: { codeEnd: string } }).voucher.codeEnd
  })
  await page.evaluate(() => {
    window.print = () => (document.body.dataset.paper = document.querySelector('main')!.textContent)
  })
  await button(page, 'Print').click()
  await expect(page.locator('body')).toHaveAttribute('data-paper', new RegExp(`…${codeEnd}`))
  const closing = (await sheetsOf(page)).join('')
  expect(closing).toContain('Soldforcash£')
  expect(closing).not.toContain('Emailittome')
  await button(page, 'Email it to me').click()
  await expect(toast(page)).toContainText(`are on their way to ${email}`)
  await expect
    .poll(async () => (await mailsTo(page, email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining('in cash'))
  await page.getByLabel('Day', { exact: true }).fill('2026-01-01')
  await expect(
    page.getByText('Nothing was sold, given away or paid back at the clinic on this day.'),
  ).toBeVisible()
})

test('vouchers of a file are shown with their faults, imported, redeemed at the desk and taken back @nightly', async ({
  page,
}) => {
  await openPortal(page, 'vouchers')
  await page.getByRole('link', { name: 'Import Vouchers' }).click()
  const downloaded = page.waitForEvent('download')
  await button(page, 'Download an example file').click()
  const example = await readFile(await (await downloaded).path(), 'utf8')
  const mine = randomUUID().slice(0, 6).toUpperCase()
  // A name in letters only, which no search takes for a code.
  const surname = mine.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
  const file = page.locator('input[type=file]')

  // A picture with the name of a list.
  await file.setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  })
  await expect(page.getByRole('alert').filter({ hasText: 'This is a picture' })).toBeVisible()
  await expectUsableAt360(page, 'before a file')

  // A list of another system: one voucher was cancelled there, a column is not used, and its date may be two days.
  const other = [
    'Gift card,Balance,Good until,Status,Branch',
    `${mine}-A,5.00,03/04/2028,Active,L1`,
    `${mine}-B,6.00,03/04/2028,Cancelled,L1`,
  ].join('\r\n')
  await file.setInputFiles({ name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from(other) })
  await expect(page.getByText('One voucher is not active in the other system')).toBeVisible()
  await expect(page.getByText('Not used: Branch')).toBeVisible()
  const leftOut = page.getByRole('checkbox', { name: 'Leave row 3 out' })
  await expect(leftOut).toBeChecked()
  await expectUsableAt360(page, 'a question about the file')
  const question = page.getByRole('group', { name: 'Is 03/04/2028 the 3rd of April or the 4th of March?' })
  await button(page, 'Import 1 voucher').click()
  await expect(question.getByLabel('The 3rd of April')).toBeFocused()
  await question.getByLabel('The 4th of March').check()
  await expect(page.getByText('4 Mar 2028')).toBeVisible()
  await leftOut.uncheck()
  await expect(button(page, 'Import 2 vouchers')).toBeVisible()

  const rows = [...Array(58).keys()].map((at) => `${mine}-X${at},12.50,,,,Guest${at} ${surname},,,`)
  const text = [
    example.replaceAll('GV-00', `${mine}-`).trim(),
    ...rows,
    `${mine}-P,5.00,,,31/12/2020,,,,`,
    '',
  ].join('\r\n')
  await file.setInputFiles({ name: 'old vouchers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const last = page.getByRole('group', { name: 'Row 62' }).getByLabel('Last valid day')
  await expect(last).toHaveAccessibleDescription('The last valid day has passed. Please enter a later day')
  await expect(page.getByText('61 vouchers', { exact: false }).first()).toBeVisible()
  await expectUsableAt360(page, 'the preview')

  // The press leads to what is to be corrected.
  await button(page, 'Import 61 vouchers').click()
  await expect(last).toBeFocused()
  await last.fill('31/12/2028')
  await expect(last).toBeFocused()
  await expect(last).toHaveAccessibleDescription('')
  await button(page, 'Import 61 vouchers').click()
  await expect(page.getByText('61 vouchers worth £820.00 have been imported.').first()).toBeVisible()
  await expectUsableAt360(page, 'the result')

  // A list shows the end of such a code only; the desk takes it as it is printed.
  await page.getByRole('link', { name: 'Show the vouchers' }).click()
  await page.getByLabel('Search').fill(`guest7 ${surname}`)
  const listed = page.getByRole('group', { name: 'vouchers' })
  await expect(listed.getByRole('link')).toHaveText(['…X7'])
  await button(page, 'Redeem a voucher').click()
  await page.getByLabel('Voucher code').fill(`${mine.toLowerCase()} x7`)
  await button(page, 'Look up').click()
  await expect(region(page, 'Voucher')).toContainText('£12.50')
  await page.getByRole('link', { name: 'History and details' }).click()
  const voucher = region(page, 'Voucher')
  await expect(voucher.getByRole('heading', { name: `${mine}X7` })).toBeVisible()
  await expect(voucher).toContainText('Sold elsewhere')
  await voucher.getByRole('button', { name: 'Issue Refund' }).click()
  await expect(dialog(page)).toContainText('was sold elsewhere, so we cannot return any money')
  await page.keyboard.press('Escape')
  await expectUsableAt360(page, 'an imported voucher')

  await voucher.getByRole('button', { name: 'Undo the import' }).click()
  await dialog(page).getByRole('button', { name: 'Undo the import' }).click()
  await expect(toast(page)).toContainText('61 vouchers worth £820.00 have been cancelled.')
})
