import type { Locator, Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { dayPartsOn, describeDay } from '#lib/preferred-day.ts'
import { expect, mailsTo, test, tryUntil } from '#tests/e2e/fixtures.ts'

const appointmentForm = (page: Page) => page.getByRole('form', { name: 'Ask for an appointment' })
const note = (page: Page) => page.getByRole('form', { name: 'Send a message' })
const thanks = (page: Page) => page.getByRole('region', { name: 'Thank you, First.' })
const newAddress = () => `visitor-${process.pid}-${Date.now()}@example.com`

const WORDS = 'Words that took long to find.'

async function typeMessage(form: Locator, email: string): Promise<void> {
  const typed = {
    'First name': 'First',
    'Last name': 'Last',
    Email: email,
    Subject: 'Hello',
    Message: WORDS,
  }
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text)
}

test('a message arrives at the clinic, and its sender gets a confirmation', async ({ page }) => {
  const email = newAddress()
  await page.goto('/#message')
  const form = note(page)
  await typeMessage(form, email)
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(thanks(page)).toContainText('We have received your message')
  await expect(thanks(page)).toContainText(WORDS)
  await expect(thanks(page)).toContainText(clinic.phone.display)
  await expect(thanks(page).getByRole('heading')).toBeFocused()
  await expect(thanks(page).getByRole('heading')).toBeInViewport()
  await expect.poll(async () => (await mailsTo(page, email)).length).toBe(1)
  // It stays while the other form is used.
  await page.getByRole('radio', { name: 'Appointment' }).check()
  await expect(thanks(page)).toBeHidden()
  await page.getByRole('radio', { name: 'Message' }).check()
  await thanks(page).getByRole('button', { name: 'Send another enquiry' }).click()
  await expect(form.getByLabel('First name')).toBeFocused()
  await expect(form.getByLabel('Message')).toHaveValue('')
})

test('one form is shown at a time: addresses and booking buttons choose it, and typed text survives', async ({
  page,
}) => {
  await page.goto('/#write')
  await expect(note(page)).toBeHidden()
  await appointmentForm(page).getByLabel('First name').fill('First')
  await page.getByRole('radio', { name: 'Message' }).check()
  await expect(appointmentForm(page)).toBeHidden()
  await note(page).getByLabel('Subject').fill('Hello')
  await expect(page).toHaveURL('/#message')
  await page.evaluate(() => location.assign('#write'))
  await expect(note(page)).toBeHidden()
  await expect(appointmentForm(page).getByLabel('First name')).toHaveValue('First')
  await page.evaluate(() => location.assign('#message'))
  await expect(note(page).getByLabel('Subject')).toHaveValue('Hello')
  const top = page.getByRole('radio', { name: 'Message' })
  const header = (await page.getByRole('banner').boundingBox())!
  await expect.poll(async () => (await top.boundingBox())!.y).toBeGreaterThan(header.height)
})

test('Copy address copies the address and says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/#contact', { waitUntil: 'networkidle' })
  const { street, city, postcode } = clinic.address
  const copied = page.getByRole('button', { name: 'Copied' })
  // The script of the chapter comes when it is near.
  await tryUntil(async (soon) => {
    if (!(await copied.isVisible())) await page.getByRole('button', { name: 'Copy address' }).click(soon)
    await expect(copied).toBeVisible(soon)
  })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${street}, ${city} ${postcode}`)
  await page.clock.fastForward(5000)
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('both contact forms can be chosen', async ({ page }) => {
    await page.goto('/')
    await expect(appointmentForm(page)).toBeVisible()
    await page.getByRole('radio', { name: 'Message' }).check()
    await expect(note(page)).toBeVisible()
    await expect(appointmentForm(page)).toBeHidden()
  })
})

test('an appointment request requires a service, shows missing fields and keeps the input', async ({
  page,
}) => {
  const email = newAddress()
  await page.goto('/#write')
  const form = appointmentForm(page)
  await form.getByLabel('First name').fill('First')
  await form.getByLabel('Phone').fill('0151 496 0999')
  await form.getByRole('button', { name: 'Request Appointment' }).click()
  await expect(form.getByText('Last name required')).toBeVisible()
  await expect(form.getByText('Valid email required')).toBeVisible()
  await expect(form.getByText('Please choose a service')).toBeVisible()
  await expect(form.getByLabel('Last name')).toBeFocused()
  await expect(form.getByLabel('Phone')).toHaveValue('0151 496 0999')
  await form.getByLabel('Last name').fill('Last')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Service').selectOption({ label: therapies[0]!.title })
  await form.getByRole('button', { name: 'Request Appointment' }).click()
  await expect(thanks(page)).toContainText('We have received your request')
  await expect(thanks(page)).toContainText(therapies[0]!.title)
  await expect.poll(async () => (await mailsTo(page, email)).length).toBe(1)
})

test('the appointment form says that a day is closed, and offers the parts of an open day', async ({
  page,
}) => {
  const days = Array.from({ length: 7 }, (_, ahead) => addDays(londonDay(new Date()), ahead + 1))
  const closed = days.find((day) => dayPartsOn(clinic, day).length === 0)!
  const open = days.find((day) => dayPartsOn(clinic, day).length > 0)!
  await page.goto('/#write')
  const form = appointmentForm(page)
  const day = form.getByLabel('Preferred date')
  const offered = form.getByLabel('Time of day').locator('option')
  await expect(form.getByRole('button', { name: 'Request Appointment' })).toBeEnabled()
  await day.fill(open)
  const parts = dayPartsOn(clinic, open).map(({ label }) => label)
  await expect(offered).toHaveText(['Any time', ...parts])
  await form.getByLabel('Time of day').selectOption({ label: parts[0]! })
  await day.fill(closed)
  await expect(day).toHaveAccessibleDescription(describeDay(clinic, closed)!)
  await expect(offered).toHaveText(['Any time'])
  await day.fill(open)
  await expect(form.getByLabel('Time of day')).toHaveValue('')
})

test.describe('when the server cannot be reached', () => {
  test.use({ allowedErrors: [[/ERR_FAILED/], { option: true }] as never })

  test('the contact forms keep their input and show the phone number', async ({ page }) => {
    await page.route('**/api/contact', (route) => route.abort())
    await page.goto('/#message')
    const form = note(page)
    await typeMessage(form, 'visitor@example.com')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByRole('status')).toContainText(clinic.phone.display)
    await expect(form.getByLabel('Message')).toHaveValue(WORDS)
  })
})
