import type { Page } from 'playwright/test'
import { extractText, extractTextItems, getDocumentProxy, type StructuredTextItem } from 'unpdf'
import {
  expect,
  expectPrinted,
  goToPayment,
  payByCard,
  recordPrints,
  test,
  vouchers,
} from '#tests/e2e/fixtures.ts'
import { buyVoucherByApi, followLink, openNewOrder, placeOrderByApi, view } from '#tests/e2e/order-actions.ts'
import { openPortal } from '#tests/e2e/owner.ts'

const PAPERS = ['A4', 'Letter', 'A5'] as const

/** Right edge of what prints, in points: the margins of 18 mm cut what is beyond. */
const RIGHT_EDGE = { A4: 544, Letter: 561, A5: 368 }

/** Width of the drawing, in points: 66 mm, and 46 mm on A5. */
const DRAWING = { A4: 187, Letter: 187, A5: 130 }

const withoutSpaces = (text: string) => text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '')

/** Prints the page as the browser's own Print does, and returns the text of each sheet, without spaces. */
async function sheetsOf(page: Page, format: (typeof PAPERS)[number]): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format })))
  const { items } = await extractTextItems(pdf)
  // The positions of Persian letters are not comparable.
  const cut = items.flat().filter(({ str, x, width }) => /\w/.test(str) && x + width > RIGHT_EDGE[format] + 1)
  expect(
    cut.map(({ str }) => str),
    `cut on ${format}`,
  ).toEqual([])
  await expectNothingBelowTheCode(page, items[0]!, format)
  const { text } = await extractText(pdf, { mergePages: false })
  return text.map(withoutSpaces)
}

/** Checks that the lowest text of the first sheet is not of the message, which continues on the next one. */
async function expectNothingBelowTheCode(page: Page, items: StructuredTextItem[], format: string) {
  const [message = ''] = await page.locator('[data-print=receipt] > .printed-words').allTextContents()
  const [lowest] = items.filter(({ str }) => str.trim()).toSorted((a, b) => a.y - b.y)
  expect(withoutSpaces(message), `below the code on ${format}`).not.toContain(withoutSpaces(lowest!.str))
}

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at + 1)).join('\n')

const isNightly = process.env['NIGHTLY'] === '1'

/** A message, and the most sheets that it needs on A4, Letter and A5: fonts differ between machines. */
const MESSAGES: Record<string, [message: string | undefined, sheets: [number, number, number]]> = {
  none: [undefined, [1, 1, 1]],
  'of a sentence': ['Have a quiet hour.', [1, 1, 1]],
  'of ten short lines': [
    'Dear Mum,\n–\nHappy birthday!\nYou deserve a rest.\n–\nWith love from\nAnna\nTom\nLily\nMax',
    [1, 1, 1],
  ],
  'of 14 lines': [lines(14, (at) => `Line ${at} of a poem that somebody wrote`), [1, 1, 1]],
  'of four lines of capitals': [
    lines(4, (at) => `HAPPY BIRTHDAY MUM AND MANY MORE OF THEM WOW${at}`),
    [1, 1, 1],
  ],
  'of eleven lines of capitals': [
    lines(11, (at) => `MMMM WWWW HAPPY BIRTHDAY MUM AND MANY MORE OF THEM WOW HAPPY BIRTHDAY MUM WW${at}`),
    [2, 2, 2],
  ],
  'of 60 short lines': [lines(60, (at) => `Short ${at}.`), [2, 2, 3]],
  'of 200 lines': [lines(200, (at) => `n${at}`), [5, 5, 6]],
  'of 1,000 characters of prose': [
    lines(1, () => `${'It is only for you. '.repeat(49)}And here it ends.`),
    [1, 1, 1],
  ],
  'of one long word': ['W'.repeat(1000), [1, 1, 2]],
  'of families of emoji': [lines(16, (at) => `from${at} 👨‍👩‍👧‍👦 ❤️ to${at}`), [1, 1, 2]],
  // Reading a PDF reverses Persian letters, so only the Latin ones are looked for.
  'in Persian': [lines(12, (at) => `تولدت مبارک مادر عزیزم، می‌خواهم Line${at}`), [1, 1, 1]],
  'with 80 blank lines': [`First${'\n'.repeat(81)}last`, [1, 1, 1]],
  'with invisible lines': [`First${'\n\u200b \u2060'.repeat(200)}\nlast`, [1, 1, 1]],
}

/** Returns the words of a message that are not printed, and by how many letters a word that needs several lines is short. */
function missingFrom(printed: string, message = ''): string[] {
  const words = message.match(/[\w.!–]+/g) ?? []
  return words.filter((word) =>
    word.length < 50 ? !printed.includes(word) : (printed.match(/W/g) ?? []).length < word.length,
  )
}

async function openVoucher(page: Page, details: object): Promise<string> {
  const { buyer, voucherCode } = await buyVoucherByApi(page.request, { deliverTo: 'buyer', ...details })
  await followLink(page, buyer.buyerEmail)
  await expect(page.locator('.printed-voucher')).toBeAttached()
  return voucherCode
}

/** Checks that code and last day are on the first sheet, and returns the text of all sheets. */
async function printVoucher(page: Page, code: string, format: (typeof PAPERS)[number]) {
  const sheets = await sheetsOf(page, format)
  const day = (await page.locator('.printed-day').textContent())!
  expect(sheets[0], `the last day on ${format}`).toContain(withoutSpaces(day))
  expect(sheets, `empty sheets of ${format}`).not.toContain('')
  expect(
    sheets.map((text) => text.includes(code)),
    `the code on ${format}`,
  ).toEqual(sheets.map((_, at) => at === 0))
  return sheets
}

const PUSHED = new Set([
  'none',
  'of ten short lines',
  'of four lines of capitals',
  'of 60 short lines',
  'of 1,000 characters of prose',
])

for (const [name, [personalMessage, counts]] of Object.entries(MESSAGES)) {
  if (!isNightly && !PUSHED.has(name)) continue
  test(`a voucher with a message ${name} prints whole, its code on the first sheet`, async ({ page }) => {
    const code = await openVoucher(page, { personalMessage })
    for (const [at, format] of PAPERS.entries()) {
      const sheets = await printVoucher(page, code, format)
      expect(missingFrom(sheets.join(''), personalMessage), `missing on ${format}`).toEqual([])
      expect(sheets.length, `sheets of ${format}`).toBeLessThanOrEqual(counts[at]!)
    }
  })
}

/** Of clinics that do more, or have a longer address. */
const FACTS = {
  'four lines of treatments': {
    treatments: ['Acupuncture', ...Array<string>(6).fill('Therapeutic massage')],
  },
  'the longest list of treatments': { treatments: Array<string>(10).fill('Therapeutic massages') },
  'an address of four lines': { street: 'The Old Warehouse, 123 Somewhere Street by the River Mersey' },
}

for (const [name, { treatments, street }] of Object.entries<{ treatments?: string[]; street?: string }>(
  FACTS,
))
  test(`a voucher prints on one sheet with ${name} and a message`, async ({ page }) => {
    await page.route('/your-purchase', async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const written = /(?<=<script type="application\/json" id="clinic">).*?(?=<\/script>)/s.exec(html)![0]
      const facts = JSON.parse(written) as { address: { street: string }; vouchers: { treatments: string[] } }
      if (treatments) facts.vouchers.treatments = treatments
      if (street) facts.address.street = street
      await route.fulfill({ response, body: html.replace(written, () => JSON.stringify(facts)) })
    })
    const code = await openVoucher(page, { personalMessage: lines(8, (at) => `Line ${at} of a poem`) })
    for (const text of treatments ?? [street!]) await expect(page.locator('.printed-use')).toContainText(text)
    for (const format of PAPERS) expect(await printVoucher(page, code, format)).toHaveLength(1)
  })

const NAMES = {
  'of one word': { buyerName: `${'W'.repeat(95)}Buyer`, recipientName: `${'W'.repeat(93)}Receive` },
  'of many words': { buyerName: `${'WWWW '.repeat(19)}Buyer`, recipientName: `${'WWWW '.repeat(18)}Receive` },
}

for (const [name, names] of Object.entries(NAMES)) {
  test(`a voucher prints the longest names ${name} before the drawing, and beside a long message`, async ({
    page,
  }) => {
    const wide = `${names.buyerName}${names.recipientName}`.match(/W/g)!.join('')
    for (const personalMessage of [undefined, lines(15, (at) => `Line${at}`)]) {
      await page.goto('about:blank')
      const code = await openVoucher(page, { ...names, personalMessage })
      for (const format of PAPERS) {
        const printed = (await printVoucher(page, code, format)).join('')
        expect(missingFrom(printed, `${personalMessage ?? ''} Buyer Receive ${wide}`)).toEqual([])
        await expectNamesBeforeDrawing(page, format)
      }
    }
  })
}

/** Checks where the names end on a sheet of this width. */
async function expectNamesBeforeDrawing(page: Page, format: (typeof PAPERS)[number]) {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format })))
  const [items] = (await extractTextItems(pdf)).items
  // One code in a hundred has WW, too.
  const names = items!.filter(({ str }) => /WW|Buyer|Receive/.test(str) && !/[\d-]/.test(str))
  const ends = names.map(({ x, width }) => x + width)
  expect(ends.length, `names on ${format}`).toBeGreaterThan(2)
  expect(Math.max(...ends), `end of the names on ${format}`).toBeLessThan(
    RIGHT_EDGE[format] - DRAWING[format],
  )
}

test('a voucher prints the widest code on the first sheet', async ({ page }) => {
  const voucherCode = 'WM'.repeat(16)
  await page.route('**/api/purchase', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), voucherCode } })
  })
  for (const personalMessage of [undefined, MESSAGES['of 60 short lines']![0]]) {
    await page.goto('about:blank')
    await openVoucher(page, { personalMessage })
    for (const format of PAPERS) await printVoucher(page, voucherCode, format)
  }
})

/** Checks that a sheet fits on each paper and has the texts. */
async function expectOneSheet(page: Page, texts: string[]): Promise<void> {
  for (const format of PAPERS) {
    const sheets = await sheetsOf(page, format)
    expect(sheets, format).toHaveLength(1)
    for (const text of texts) expect(sheets[0]).toContain(withoutSpaces(text))
    expect(sheets[0], 'a time with seconds').not.toMatch(/\d\d:\d\d:\d\d/)
  }
}

/** Returns how much of the page's width the sheet uses. */
async function usedWidth(page: Page): Promise<number> {
  await page.emulateMedia({ media: 'print' })
  const width = await page
    .locator('[data-print=receipt]')
    .evaluate((sheet) => sheet.getBoundingClientRect().width / document.documentElement.clientWidth)
  await page.emulateMedia({ media: null })
  return width
}

test('the receipts of a voucher and of an order use the width of one sheet', async ({ page }) => {
  await page.addInitScript(recordPrints)
  await openVoucher(page, {})
  await page.getByRole('button', { name: 'Print Receipt' }).click()
  await expectPrinted(page, /Receipt \d+/)
  await expectOneSheet(page, ['Receipt', 'Amount paid', 'Recipient Name'])
  expect(await usedWidth(page)).toBe(1)

  const { email } = await placeOrderByApi(page.request)
  await page.goto('about:blank')
  await followLink(page, email)
  await expect(page.getByRole('button', { name: 'Print Receipt' })).toBeVisible()
  await expectOneSheet(page, ['Receipt', 'Total paid', '2 Example Street'])
  expect(await usedWidth(page)).toBe(1)
})

test('a voucher that cannot be used prints its receipt by the browser’s own Print', async ({ page }) => {
  const { buyer } = await buyVoucherByApi(page.request)
  await page.route('**/api/purchase', async (route) => {
    const response = await route.fetch()
    const { voucherCode: _, ...purchase } = (await response.json()) as Record<string, unknown>
    await route.fulfill({ response, json: { ...purchase, status: 'spent' } })
  })
  await followLink(page, buyer.buyerEmail)
  await expect(page.locator('[data-print=receipt]')).toBeAttached()
  await expectOneSheet(page, ['Receipt', 'Amount paid'])
})

test('the success page prints the voucher by the browser’s own Print', async ({ page }) => {
  await goToPayment(page)
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  const code = (await vouchers(page).locator('.code').textContent())!
  await expectOneSheet(page, [code, 'For Recipient Name', 'Have a quiet hour.'])
  expect(await usedWidth(page)).toBe(1)
})

test('a packing slip has name and number in large letters and a box for each line', async ({ page }) => {
  const { product } = await openNewOrder(page, { delivery: 'local' })
  await page.evaluate(recordPrints)
  await view(page).getByRole('button', { name: 'Packing Slip' }).click()
  await expectPrinted(page, /Packing slip \d+/)
  await expectOneSheet(page, ['First Last', 'Order 1', `2 × ${product.name}`, '2 Example Street'])
  await page.emulateMedia({ media: 'print' })
  const slip = page.locator('[data-print=receipt]')
  for (const text of ['First Last', /^Order \d+$/])
    await expect(slip.getByText(text)).toHaveCSS('font-size', /^37\.33/) // 28 pt
  await expect(slip).not.toContainText('£')
  expect(
    await slip
      .locator('li')
      .evaluateAll((items) => items.map((item) => getComputedStyle(item, '::before').borderStyle)),
  ).toEqual(['solid'])
})

test('the portal prints a voucher by the browser’s own Print', async ({ page }) => {
  const { buyer, voucherCode } = await buyVoucherByApi(page.request, { personalMessage: 'Enjoy it.' })
  await openPortal(page, 'vouchers')
  await page.getByLabel('Search').fill(buyer.buyerEmail)
  await page.getByRole('group', { name: 'vouchers' }).getByRole('link', { name: voucherCode }).click()
  await expect(page.locator('.printed-voucher')).toBeAttached()
  await expectOneSheet(page, [voucherCode, 'Enjoy it.'])
  expect(await usedWidth(page)).toBe(1)
})
