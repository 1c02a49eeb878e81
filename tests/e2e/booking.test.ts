import type { Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { practitioners } from '#content/practitioners.ts'
import { openingAt } from '#lib/opening-hours.ts'
import { axe } from '#tests/e2e/axe.ts'
import { expect, test, toast, tryUntil } from '#tests/e2e/fixtures.ts'

const [therapy] = therapies
const hours = Array.from({ length: 7 * 24 }, (_, hour) => new Date(Date.UTC(2026, 10, 15, hour)))
const OPEN = hours.find((time) => openingAt(clinic, time).isOpen)!
const CLOSED = hours.find((time) => !openingAt(clinic, time).isOpen)!
const service = (page: Page) =>
  page.getByRole('form', { name: 'Ask for an appointment' }).getByLabel('Service')
const bookButton = (page: Page) =>
  page.getByRole('link', { name: /^Book (Appointment|Consultation|Your)/ }).first()

/** Tests of what only such a clinic has. With a provider, buttons lead there: tests/pages/built-pages.test.ts. */
const skipWithProvider = () => test.skip(clinic.booking.kind !== 'none', 'One books at the provider.')

/** Before its script is loaded, a booking button is a telephone link. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' })

test('on a desktop, Book on a therapy page opens the appointment form with the therapy chosen', async ({
  page,
}) => {
  skipWithProvider()
  await open(page, `/therapy/${therapy!.id}`)
  await tryUntil(async (soon) => {
    await bookButton(page).click()
    await expect(page).toHaveURL(`/?service=${therapy!.id}#write`, soon)
  })
  await expect(service(page)).toHaveValue(therapy!.id)
  await expect(service(page)).toBeInViewport()
})

test('on a desktop, Book on the home page goes to the form and keeps what was typed there', async ({
  page,
}) => {
  skipWithProvider()
  await open(page, `/?service=${therapy!.id}#write`)
  const name = page.getByRole('form', { name: 'Ask for an appointment' }).getByLabel('First name')
  await expect(name).toBeEnabled()
  await name.fill('First')
  await bookButton(page).click()
  await expect(service(page)).toBeInViewport()
  await expect(name).toHaveValue('First')
  await expect(service(page)).toHaveValue(therapy!.id)
})

test('Book in the table of prices shows the appointment form with its therapy, and keeps what was typed in the form', async ({
  page,
}) => {
  skipWithProvider()
  await open(page, '/#write')
  const name = page.getByRole('form', { name: 'Ask for an appointment' }).getByLabel('First name')
  await expect(name).toBeEnabled()
  await name.fill('First')
  for (const { id, title } of therapies.slice(0, 2)) {
    await page.getByRole('radio', { name: 'Message' }).check()
    await page.getByRole('row', { name: title }).getByRole('link').click()
    await expect(service(page)).toBeInViewport()
    await expect(service(page)).toHaveValue(id)
  }
  await expect(name).toHaveValue('First')
})

test('the Book Consultation links of the practitioner’s page open the appointment form', async ({ page }) => {
  skipWithProvider()
  await open(page, `/${practitioners[0].slug}`)
  const links = page.getByRole('link', { name: 'Book Consultation' })
  expect(await links.evaluateAll((all) => all.map((one) => one.dataset.book))).toEqual(
    Array(3).fill('/#write'),
  )
  await tryUntil(async (soon) => {
    await links.last().click()
    await expect(page).toHaveURL('/#write', soon)
  })
  await expect(service(page)).toHaveValue('')
})

test('the form opens without a choice for an unknown therapy', async ({ page }) => {
  for (const id of ['no-such-therapy', '', "';--", 'a'.repeat(2000)]) {
    await page.goto(`/?service=${encodeURIComponent(id)}#write`)
    await expect(page.getByRole('button', { name: 'Request Appointment' })).toBeEnabled()
    await expect(service(page), id.slice(0, 20)).toHaveValue('')
  }
})

test('“write to us” below “Ready to Book?” opens the form with the therapy chosen', async ({ page }) => {
  await page.goto(`/therapy/${therapy!.id}`)
  await page
    .getByRole('region', { name: 'Ready to Book?' })
    .getByRole('link', { name: 'write to us' })
    .click()
  await expect(service(page)).toHaveValue(therapy!.id)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  skipWithProvider()
  // A browser with a window would ask which app is to dial, and take no other tap meanwhile.
  test.beforeEach(({ page }) =>
    page.addInitScript(() =>
      navigation.addEventListener('navigate', (event) => {
        if (event.destination.url.startsWith('tel:')) event.preventDefault()
      }),
    ),
  )

  test('while the clinic is open, Book dials, and a toast offers a call and the appointment form', async ({
    page,
  }) => {
    await page.clock.setFixedTime(OPEN)
    await open(page, `/therapy/${therapy!.id}`)
    const call = toast(page).getByRole('link', { name: 'Call' })
    await tryUntil(async (soon) => {
      await bookButton(page).tap()
      await expect(call).toHaveAttribute('href', `tel:${clinic.phone.tel}`, soon)
    })
    expect(await axe(page, '.toasts')).toEqual([])
    await toast(page).getByRole('link', { name: 'Ask for an appointment' }).tap()
    await expect(page).toHaveURL(`/?service=${therapy!.id}#write`)
    await expect(service(page)).toHaveValue(therapy!.id)
  })

  test('Book opens the form while the clinic is closed, with the number and the next opening beside it', async ({
    page,
  }) => {
    await page.clock.setFixedTime(CLOSED)
    await open(page, `/therapy/${therapy!.id}`)
    await tryUntil(async (soon) => {
      await bookButton(page).tap()
      await expect(page).toHaveURL(`/?service=${therapy!.id}#write`, soon)
    })
    const section = page.locator('#write')
    await expect(section.getByText(openingAt(clinic, CLOSED).next)).toBeInViewport()
    await expect(section.getByRole('link', { name: clinic.phone.display }).first()).toBeInViewport()
  })
})
