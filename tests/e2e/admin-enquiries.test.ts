import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { therapies } from '#clinic/current-therapies.ts'
import { expectUsable } from '#tests/e2e/axe.ts'
import { expect, mailsTo, newAddress, test, toast, tryUntil } from '#tests/e2e/fixtures.ts'
import { askAsOwner, openPortal } from '#tests/e2e/owner.ts'
import { listTab } from '#tests/e2e/portal-list.ts'

test.use({ allowedErrors: [[/status of 40[09]/], { option: true }] as never })

const view = (page: Page) => page.getByRole('region', { name: 'Request', exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const therapy = therapies[0]!
// Typed markup is shown as text.
const WORDS = 'My <b>shoulder</b> hurts.\nMornings are best.'

/** Asks for an appointment as a new visitor. */
async function newRequest({ request }: Page): Promise<{ name: string; email: string }> {
  const lastName = `Visitor${randomUUID().slice(0, 8)}`
  const email = `${lastName.toLowerCase()}@example.com`
  const answer = await request.post('/api/appointments', {
    headers: { 'x-nf-client-connection-ip': newAddress() },
    data: {
      firstName: 'First',
      lastName,
      email,
      phone: '0151 496 0999',
      service: therapy.id,
      reason: WORDS,
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return { name: `First ${lastName}`, email }
}

/** The tests, and a second run of one, would otherwise book the same time. */
const freeDay = () => dayFromNow(30 + Math.floor(Math.random() * 600))
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a request from Overview is answered in the list, reopened, noted, and confirmed by email', async ({
  page,
}) => {
  const { name, email } = await newRequest(page)
  await openPortal(page)
  await page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: /appointment requests?$/ })
    .click()
  await expect(page.getByLabel('Kind')).toHaveValue('appointment')
  await expect(listTab(page, 'Unanswered')).toBeChecked()
  const entry = page.getByRole('listitem').filter({ hasText: name })
  await expect(entry).toContainText(therapy.title)
  await expect(entry).toContainText('My <b>shoulder</b> hurts.')
  await expect(entry.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:01514960999')
  await expect(entry.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${email}\\?subject=Re`),
  )
  await expectUsable(page)

  await entry.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(toast(page)).toContainText('The request has been marked as answered.')
  await expect(entry).toHaveCount(0)
  await listTab(page, 'Answered').check()
  await page.getByLabel('Search').fill(name)
  await expect(page.getByText('1 in all, newest first')).toBeVisible()
  const reopen = view(page).getByRole('button', { name: 'Reopen' })
  // The list takes no press where a row has just left.
  await tryUntil(async (soon) => {
    if (!(await reopen.isVisible())) await entry.getByRole('link', { name }).click(soon)
    await expect(reopen).toBeVisible(soon)
  })
  await reopen.click()
  await expect(view(page)).toContainText('Unanswered')
  await expect(entry).toHaveCount(0)

  await view(page).getByRole('button', { name: 'Add a note' }).click()
  const note = dialog(page).getByLabel('Note')
  await note.fill('n'.repeat(10_000))
  await dialog(page).getByRole('button', { name: 'Save Note' }).click()
  await expect(note).toHaveAccessibleDescription(/^Please use at most/)
  await expect(note).toHaveValue('n'.repeat(10_000))
  await note.fill('Rang, no answer.')
  await dialog(page).getByRole('button', { name: 'Save Note' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(view(page)).toContainText('Rang, no answer.')

  await view(page).getByRole('button', { name: 'Confirm appointment' }).click()
  await dialog(page).getByLabel('Date').fill(dayFromNow(-2))
  await dialog(page).getByLabel('Time').fill('14:30')
  await dialog(page).getByRole('button', { name: 'Confirm appointment' }).click()
  await expect(dialog(page).getByLabel('Date')).toHaveAccessibleDescription(/^This day has passed/)
  await dialog(page).getByLabel('Date').fill(freeDay())
  await dialog(page).getByLabel('Time').fill('03:00')
  await expect(dialog(page).getByText(/clinic is (open|closed)/)).toBeVisible()
  await expectUsable(page, 'dialog')
  await dialog(page).getByLabel('Time').fill('14:30')
  await dialog(page).getByRole('button', { name: 'Confirm appointment' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(toast(page)).toContainText('14:30')
  await expect(view(page).getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(view(page).getByRole('button', { name: 'Move appointment' })).toBeFocused()
  const texts = async () => (await mailsTo(page, email)).map(({ text }) => text)
  await expect.poll(texts).toContainEqual(expect.stringContaining('14:30'))
  await expectUsable(page)
})

test('a second appointment for the same time is confirmed at the second press, and both are listed under their day', async ({
  page,
}) => {
  const [first, second] = [await newRequest(page), await newRequest(page)]
  const date = freeDay()
  const entryOf = ({ name }: { name: string }) => page.getByRole('listitem').filter({ hasText: name })
  const button = dialog(page).getByRole('button', { name: 'Confirm appointment' })
  await openPortal(page, 'requests')
  for (const [visitor, time] of [
    [first, '13:00'],
    [second, '13:30'],
  ] as const) {
    await entryOf(visitor).getByRole('button', { name: 'Confirm', exact: true }).click()
    await dialog(page).getByLabel('Date').fill(date)
    await dialog(page).getByLabel('Time').fill(time)
    await button.click()
    if (visitor === first) await expect(dialog(page)).toBeHidden()
  }
  const time = dialog(page).getByLabel('Time')
  await expect(time).toHaveAccessibleDescription(new RegExp(`^${first.name} is booked from 13:00 to `))
  await expect(time).toHaveValue('13:30')
  await expectUsable(page, 'dialog')
  await button.click()
  await expect(dialog(page)).toBeHidden()

  await listTab(page, 'Booked').check()
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
  const longDay = format.format(new Date(date)).replace(',', '')
  const heading = page.getByRole('heading', { name: longDay, exact: true })
  const day = heading.locator('xpath=following-sibling::ul[1]')
  await expect(heading).toBeVisible()
  await expect(day.getByRole('listitem')).toContainText([first.name, second.name])
  await expectUsable(page)
})

test('a toast says that another admin has confirmed the appointment, when its dialog goes with its row', async ({
  page,
}) => {
  const { name } = await newRequest(page)
  await openPortal(page, 'requests')
  const entry = page.getByRole('listitem').filter({ hasText: name })
  const href = await entry.getByRole('link', { name }).getAttribute('href')
  await entry.getByRole('button', { name: 'Confirm', exact: true }).click()
  const date = freeDay()
  await dialog(page).getByLabel('Date').fill(date)
  await dialog(page).getByLabel('Time').fill('14:00')
  await askAsOwner(page, `${href!.slice(1)}/confirm`, { date, time: '10:00' })
  await dialog(page).getByRole('button', { name: 'Confirm appointment' }).click()
  await expect(toast(page)).toContainText('Another time has just been confirmed for this appointment.')
  await expect(dialog(page)).toBeHidden()
  await expect(entry).toHaveCount(0)
})
