import type { Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { NO_WEBSITE, type WebsiteParts, type WebsiteReply } from '#contract/website/website.ts'
import { axeInBothSchemes } from '#tests/e2e/axe.ts'
import { dialog, expect, test } from '#tests/e2e/fixtures.ts'
import { openPortal } from '#tests/e2e/owner.ts'
import { translatePages } from '#tests/e2e/translator.ts'

test.use({ allowedErrors: [[/status of (400|404|409)/, /React error #418/], { option: true }] as never })

const priced = therapies.find(({ prices = [] }) => prices.length > 0)!
/** The group of the first price in the form, as in "First visit, 30". */
const FIRST_PRICE = clinic.firstConsultation
  ? `First visit, ${clinic.firstConsultation.prices[0]!.minutes}`
  : `${priced.title}, ${priced.prices![0]!.minutes}`

/** Nothing is saved on the shared stack: the website belongs to all tests. Returns the bodies of the requests to save. */
async function openWebsite(page: Page, published: WebsiteReply['published'] = null): Promise<object[]> {
  const sent: object[] = []
  let own: Partial<WebsiteReply> = { version: published?.version ?? 0, published }
  await page.route('**/api/admin/website', async (route) => {
    const response = await route.fetch({ method: 'GET' })
    const reply = { ...((await response.json()) as WebsiteReply), ...own }
    if (route.request().method() === 'PUT') {
      const body = route.request().postDataJSON() as { website: WebsiteParts }
      sent.push(body)
      own = {
        ...own,
        website: { ...reply.website, ...body.website },
        version: reply.version + 1,
        savedBy: 'anna@example.com',
        savedAt: new Date().toISOString(),
      }
    }
    return route.fulfill({ response, json: { ...reply, ...own } })
  })
  await openPortal(page, 'website')
  await expect(page.getByRole('heading', { name: 'Opening' })).toBeVisible()
  return sent
}

const day = (later: number) => addDays(londonDay(new Date()), later)
const saveButton = (page: Page, part: string) =>
  page.getByRole('button', { name: `Save ${part}`, exact: true })

/** Types something into each part. */
async function fillIn(page: Page) {
  await page.getByRole('button', { name: 'Add a closure or special hours' }).click()
  const closure = page.getByRole('group', { name: /^Closure \d+/ }).last()
  await closure.getByLabel('First day').fill(day(5))
  await closure.getByLabel('Last day').fill(day(9))
  await closure.getByLabel('Reason').fill('We heal!')
  const notice = page.getByRole('region', { name: 'Notice' })
  await notice.getByLabel('Text').fill('We are away for a few days.')
  await notice.getByLabel('Last day').fill(day(9))
  await page.getByLabel('Telephone').fill('0151 496 0999')
  await page.getByRole('group', { name: FIRST_PRICE }).getByLabel('Price, £').fill('48.50')
}

/** Opens every state in turn, and names it. */
async function* states(page: Page) {
  await openWebsite(page)
  yield 'as saved'
  await fillIn(page)
  await page.getByLabel('Position on the map').fill('by the river')
  await saveButton(page, 'Contact').click()
  await expect(page.getByText('Please paste the position')).toBeVisible()
  await expect(page.getByText('Advertising rules may not allow “heal”')).toBeVisible()
  yield 'with an error and a hint'
  await page.getByLabel('Position on the map').fill('')
  await page.route('**/api/admin/website', async (route) => {
    if (route.request().method() === 'PUT') {
      const message = 'Somebody else changed the contact details. Your changes have not been saved.'
      return route.fulfill({ status: 409, json: { code: 'changed_meanwhile', message } })
    }
    const response = await route.fetch()
    const reply = (await response.json()) as WebsiteReply
    const contact = { ...reply.files.contact, phone: '0151 496 0777' }
    return route.fulfill({ response, json: { ...reply, version: 1, website: { ...reply.website, contact } } })
  })
  await saveButton(page, 'Contact').click()
  await expect(page.getByText('Telephone: 0151 496 0777')).toBeVisible()
  await expect(page.getByLabel('Telephone')).toHaveValue('0151 496 0999')
  yield 'changed by somebody else'
  await page.unroute('**/api/admin/website')
  await page.getByRole('button', { name: 'Earlier Versions' }).click()
  await expect(dialog(page)).toBeVisible()
  yield 'earlier versions'
}

test('the website’s form fits into 320 px, and axe finds nothing, light or dark @nightly', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for await (const state of states(page)) {
    expect(await axeInBothSchemes(page, 'body'), state).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(320)
  }
})

test('what differs and who saved it is shown before it is published, also on a translated page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await translatePages(page)
  const sent = await openWebsite(page)
  let published = 0
  await page.route('**/api/admin/website/publish', (route) => {
    published++
    return route.fulfill({ json: { state: 'building', at: null } })
  })
  await fillIn(page)
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(dialog(page)).toContainText('anna@example.com')
  const telephone = dialog(page).locator('dl > div').filter({ hasText: 'Telephone' })
  await expect(telephone.getByRole('insertion')).toHaveText('0151 496 0999')
  // Prices that came as examples were not public so far, and all of them would be; examples of ways stay hidden.
  await expect(dialog(page)).not.toContainText('Getting here')
  const therapy = dialog(page).locator('dl > div').filter({ hasText: priced.title })
  await expect(therapy.getByRole('deletion')).toHaveText('Nothing')
  // Each form saves its own part.
  expect([sent.length, published]).toEqual([4, 0])
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  expect(published).toBe(1)
})

test('what is typed stays while another tab of the portal is open, Save leads to the first error, and leaving asks', async ({
  page,
}) => {
  await openWebsite(page)
  await page.getByLabel('Town or city').fill('')
  await page.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('link', { name: 'Website', exact: true }).click()
  await expect(page.getByLabel('Town or city')).toHaveValue('')
  await saveButton(page, 'Contact').click()
  await expect(page.getByLabel('Town or city')).toBeFocused()
  await expect(page.getByLabel('Town or city')).toBeInViewport()

  await page.getByRole('link', { name: 'Products' }).click()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
})

test('a row that is added takes the focus, and what is removed with its button leaves it beside it', async ({
  page,
}) => {
  await openWebsite(page)
  const add = page.getByRole('button', { name: 'Add a closure or special hours' })
  await add.focus()
  await page.keyboard.press('Enter')
  const closure = page.getByRole('group', { name: /^Closure \d+/ }).last()
  await expect(closure.getByLabel('First day')).toBeFocused()
  await closure.getByRole('button', { name: /^Remove Closure/ }).press('Enter')
  await expect(add).toBeFocused()
  await page
    .getByRole('region', { name: 'Prices' })
    .getByRole('button', { name: 'Use them as they are' })
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'Prices', exact: true })).toBeFocused()
  await expect(page.getByText('These prices are only examples')).toBeHidden()
  await page.getByLabel('Telephone').fill('0151 496 0999')
  await page.getByRole('button', { name: 'Discard Contact' }).press('Enter')
  await expect(saveButton(page, 'Contact')).toBeFocused()
  await expect(page.getByLabel('Telephone')).not.toHaveValue('0151 496 0999')
})

test('Undo beside “Published” asks first and publishes what was there before, and the website as delivered is the first version', async ({
  page,
}) => {
  const sent = await openWebsite(page, { version: 2, at: new Date().toISOString(), before: 1 })
  const published: object[] = []
  await page.route('**/api/admin/website/publish', (route) => {
    published.push(route.request().postDataJSON() as object)
    return route.fulfill({ json: { state: 'building', at: null } })
  })
  const phone = page.getByLabel('Telephone')
  const delivered = await phone.inputValue()
  await page.route('**/api/admin/website/versions/1', (route) => {
    const address = { street: '1 Example Street', city: 'Liverpool', postcode: 'L1 0AA' }
    const contact = { phone: '0151 496 0777', email: 'us@example.com', address, position: null, social: [] }
    const saved = { version: 1, savedBy: 'anna@example.com', savedAt: new Date().toISOString() }
    return route.fulfill({ json: { ...saved, website: { ...NO_WEBSITE, contact } } })
  })
  const undo = page.locator('.website-bar').getByRole('button', { name: 'Undo' })
  await phone.fill('0151 496 0999')
  await expect(undo).toBeHidden()
  await phone.fill(delivered)
  await undo.click()
  const telephone = dialog(page).locator('dl > div').filter({ hasText: 'Telephone' })
  await expect(telephone.getByRole('insertion')).toHaveText('0151 496 0777')
  expect([sent, published]).toEqual([[], []])
  await dialog(page).getByRole('button', { name: 'Undo and publish' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(sent).toMatchObject([{ version: 2, website: { contact: { phone: '0151 496 0777' }, prices: null } }])
  expect(published).toEqual([{ version: 3 }])
  await expect(phone).toHaveValue('0151 496 0777')

  await page.getByRole('button', { name: 'Earlier Versions' }).click()
  await dialog(page).getByRole('button', { name: 'Load The website as delivered' }).click()
  await expect(phone).toHaveValue(delivered)
  await saveButton(page, 'Contact').click()
  await expect(page.getByRole('button', { name: 'Discard Contact' })).toBeHidden()
  expect(sent.at(-1)).toEqual({ version: 3, website: { contact: null } })
})

test('the page of keys makes new ones each time, and the welcome page is closed where there is an owner', async ({
  page,
}) => {
  await page.goto('/admin/keys')
  const key = page.getByLabel('SESSION_KEY', { exact: true })
  await expect(key).toHaveText(/^[\w-]{43}$/)
  const before = await key.textContent()
  expect(await axeInBothSchemes(page, 'body')).toEqual([])
  await page.reload()
  await expect(key).toHaveText(/^[\w-]{43}$/)
  expect(await key.textContent()).not.toBe(before)

  await page.goto('/admin/welcome')
  expect(await axeInBothSchemes(page, 'body')).toEqual([])
  await page.getByLabel('Setup code').fill('a code that nobody has chosen')
  await page.getByLabel('Your email').fill('stranger@example.com')
  await page.getByLabel('New password').fill('a heron stands in the Mersey')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('This page is closed')).toBeVisible()
})
