import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { therapies } from '#clinic/current-therapies.ts'
import { expect, mailsTo, newAddress, test, toast, type Mail } from '#tests/e2e/fixtures.ts'
import { expectLoaded, newOwner, newSession, openPortal, OWNER_PASSWORD } from '#tests/e2e/owner.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'

test.use({
  allowedErrors: [[/status of (401|404|429)/, /ERR_FAILED|dynamically imported/], { option: true }] as never,
})

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In' })
const said = (page: Page) => page.getByRole('alert')

async function signIn(page: Page, address: string, secret = OWNER_PASSWORD): Promise<void> {
  await email(page).fill(address)
  await password(page).fill(secret)
  await signInButton(page).click()
}

async function skipToContent(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
}

const endSessions = (page: Page, address: string) =>
  queryStack(
    page.request,
    'delete from admin_session where admin_id = (select id from admin_user where email = $1)',
    [address],
  )

// ASVS 3.7.2, 7.4.4, 14.3.1
test('signing in opens the requested tab, and logging out applies to every browser tab', async ({
  page,
  context,
}) => {
  const owner = await newOwner(page.request)
  await page.goto('/admin/dashboard#orders')
  await expect(page).toHaveURL('/admin/login#orders')
  await signIn(page, owner)
  await expect(page).toHaveURL('/admin/dashboard#orders')
  await expect(title(page)).toHaveText('Orders')
  const other = await context.newPage()
  await other.goto('/admin/dashboard#products')
  await expect(title(other)).toHaveText('Products')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/admin/login#orders')
  await expect(other).toHaveURL('/admin/login#products')
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL('/admin/login')
})

// ASVS 6.2.6
test('a wrong password shows an error above the form, keeps the input, and an empty field shows its own error', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await page.goto('/admin/login')
  await signInButton(page).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(email(page)).toBeFocused()
  await signIn(page, owner, 'not the password')
  await expect(said(page)).toHaveText('Invalid email or password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await expect(password(page)).toHaveValue('not the password')
  await password(page).fill(OWNER_PASSWORD)
  await signInButton(page).click()
  await expect(page).toHaveURL('/admin/dashboard')
})

test('the login page shows the waiting time after too many attempts', async ({ page }) => {
  const owner = await newOwner(page.request)
  await page.goto('/admin/login')
  const wait = said(page).getByText(/You can try again in \d+ (second|minute)s?\./)
  for (let tries = 0; tries < 12 && !(await wait.isVisible()); tries++) {
    await signIn(page, owner, `wrong ${tries}`)
    await expect(signInButton(page)).toHaveAttribute('aria-busy', 'false')
  }
  await expect(wait).toBeVisible()
})

test('without a network the login page shows an error and keeps the input', async ({ page }) => {
  await page.goto('/admin/login')
  await page.route('**/api/admin/login', (route) => route.abort())
  await signIn(page, 'owner@example.com')
  await expect(said(page)).toHaveText('Connection error. Please try again.')
  await expect(email(page)).toHaveValue('owner@example.com')
})

test('Remember me stores the email address, and nothing else', async ({ page }) => {
  const owner = await newOwner(page.request)
  await page.goto('/admin/login')
  await page.getByLabel('Remember me').check()
  await signIn(page, owner)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  await expect(email(page)).toHaveValue(owner)
  await expect(password(page)).toHaveValue('')
  await page.getByLabel('Remember me').uncheck()
  await password(page).fill(OWNER_PASSWORD)
  await signInButton(page).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  await expect(email(page)).toHaveValue('')
})

/** Returns the one email with this subject. Owners also hear of the accounts of other tests. */
async function mailCalled(page: Page, address: string, subject: string): Promise<Mail> {
  const called = async () => (await mailsTo(page, address)).filter((mail) => mail.subject === subject)
  await expect.poll(async () => (await called()).length).toBe(1)
  return (await called())[0]!
}

// ASVS 6.2.3
test('a forgotten password is reset by an emailed link, once', async ({ page }) => {
  const owner = await newOwner(page.request)
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByText('Please enter your email address first')).toBeVisible()
  await email(page).fill(owner)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(said(page)).toHaveText('Password reset instructions have been sent to your email.')
  const mail = await mailCalled(page, owner, 'Choose a new password')
  const [link = ''] = /\/admin\/reset-password#[\w-]+/.exec(mail.text) ?? []

  await page.goto(link)
  await expect(page).toHaveURL('/admin/reset-password')
  await skipToContent(page)
  const chosen = page.getByLabel('New password', { exact: true })
  await expect(chosen).toHaveAttribute('type', 'password')
  await expect(chosen).toHaveAttribute('autocomplete', 'new-password')
  await chosen.fill('too short')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Please use at least 15 characters')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('two herons stand in the Mersey')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, owner, 'two herons stand in the Mersey')
  await expect(title(page)).toHaveText('Overview')

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('three herons stand in the Mersey')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(said(page).first()).toContainText('This link has already been used')
  await email(page).fill(owner.replace(/@.*/, '@gmial.com'))
  await expect(page.getByText('Did you mean')).toBeVisible()
  await email(page).fill(owner)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('Password reset instructions have been sent to your email.')).toBeVisible()
})

test('the email about a new device links to a page that ends all sessions', async ({ page, browser }) => {
  const owner = await newOwner(page.request)
  await page.goto('/admin/login')
  await signIn(page, owner)
  await expect(title(page)).toHaveText('Overview')
  const mail = await mailCalled(page, owner, 'New sign-in to the admin portal')
  expect(mail.text).toContain('(London time), using Chrome on ')
  const [link = ''] = /\/admin\/end-sessions#[\w.-]+/.exec(mail.text) ?? []

  // In another browser, signed out.
  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await elsewhere.goto(new URL(link, page.url()).href)
  await expect(elsewhere).toHaveURL(/\/admin\/end-sessions$/)
  await skipToContent(elsewhere)
  const press = elsewhere.getByRole('button', { name: 'End all sessions' })
  await expect(press).toBeEnabled()
  await page.reload()
  await expect(title(page)).toHaveText('Overview')
  await press.click()
  await expect(elsewhere.getByRole('status')).toContainText(
    'Everyone who was using your account has been signed out. To choose a new password',
  )
  await elsewhere.getByRole('link', { name: 'Go to the sign-in page' }).click()
  await expect(elsewhere.getByRole('button', { name: 'Forgot password?' })).toBeVisible()
  await context.close()
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()

  await page.goto('/admin/end-sessions#no-such-token')
  await page.getByRole('button', { name: 'End all sessions' }).click()
  await expect(said(page)).toContainText(
    'This link is incomplete, or it is more than 7 days old. Please choose “Forgot password?”',
  )
  await expect(page.getByRole('link', { name: 'Go to the sign-in page' })).toHaveAttribute(
    'href',
    '/admin/login',
  )
})

test('the URL names the tab, and Back and Forward move between tabs', async ({ page }) => {
  await openPortal(page, 'products')
  await expect(title(page)).toHaveText('Products')
  await expect(tab(page, 'Products')).toHaveAttribute('aria-current', 'page')
  await tab(page, 'Customers').click()
  await expect(title(page)).toHaveText('Customers')
  await expect(page).toHaveTitle(/^Customers/)
  await page.goBack()
  await expect(title(page)).toHaveText('Products')
  await page.goForward()
  await expect(title(page)).toHaveText('Customers')
  await page.goto('/admin/dashboard#no-such-tab')
  await expect(title(page)).toHaveText('Overview')
})

// ASVS 7.3.1
test('an idle owner is warned before the sign-out and stays signed in with one press', async ({ page }) => {
  await page.clock.install()
  const owner = await newOwner(page.request)
  await page.goto('/admin/login')
  await signIn(page, owner)
  await expect(title(page)).toHaveText('Overview')
  // A later response would count as use.
  await expectLoaded(page)
  const stay = page.getByRole('button', { name: 'Stay signed in' })
  await page.clock.fastForward('54:00')
  await expect(stay).toBeHidden()
  await page.clock.fastForward('03:00')
  await expect(page.getByText(/You will be signed out in [1-5] minutes?\./)).toBeVisible()
  await stay.click()
  await expect(page.getByText('You will be signed out in')).toBeHidden()

  await endSessions(page, owner)
  await page.clock.fastForward('01:01:00')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toContainText(owner)
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password')
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You have been signed out')).toBeHidden()
})

test('an action resumes after the owner signs in to an ended session again', async ({ page }) => {
  const session = await newSession(page)
  await openPortal(page, 'products', session)
  const name = `Tuning fork ${randomUUID().slice(0, 8)}`
  await page.getByRole('button', { name: 'Add Product' }).click()
  const product = page.getByRole('dialog', { name: 'Add Product' })
  await product.getByLabel('Name').fill(name)
  await product.getByLabel('Description').fill('A steel fork with weighted ends.')
  await product.getByLabel('Price').fill('38.00')
  await product.getByLabel('Stock', { exact: true }).fill('1')
  await endSessions(page, session.email)
  await product.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(product.getByLabel('Name')).toHaveValue(name)
  await product.getByRole('button', { name: 'Add Product' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(toast(page)).toContainText('Product added successfully!')
  await expect(page.getByRole('group', { name: 'products' })).toContainText(name)
})

test('an ended session empties lists and details, keeps what was typed, and fills them again', async ({
  page,
}) => {
  const lastName = `Writer${randomUUID().slice(0, 8)}`
  const sender = { firstName: 'First', lastName, email: `${lastName}@example.com`, phone: '0151 496 0999' }
  const headers = { 'x-nf-client-connection-ip': newAddress() }
  const message = { ...sender, subject: 'The way here', message: 'Is there a step?' }
  expect((await page.request.post('/api/contact', { data: message, headers })).ok()).toBe(true)
  const session = await newSession(page)
  await openPortal(page, 'requests', session)
  const list = page.getByRole('group', { name: 'requests' })
  await list.getByRole('link', { name: lastName }).click()
  await page.getByRole('button', { name: 'Add a note' }).click()
  const note = page.getByRole('dialog', { name: 'Private note' })
  await note.getByLabel('Note').fill('Rings back')

  await endSessions(page, session.email)
  await note.getByRole('button', { name: 'Save Note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(note.getByLabel('Note')).toHaveValue('Rings back')
  await expect(page.getByRole('listitem').filter({ hasText: lastName })).toHaveCount(0)
  await expect(page.getByRole('link', { name: sender.email })).toBeHidden()

  await note.getByRole('button', { name: 'Save Note' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(note).toBeHidden()
  await expect(list.getByRole('link', { name: lastName })).toBeVisible()
  await expect(page.getByRole('link', { name: sender.email })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Request' }).getByText('Rings back')).toBeVisible()

  // Without a dialog nothing is left.
  await endSessions(page, session.email)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('body')).not.toContainText(lastName)
})

const dayFromNow = () => new Date(Date.now() + 700 * 86_400_000).toISOString().slice(0, 10)

test('an ended session keeps what was typed in the dialog of a row', async ({ page }) => {
  const lastName = `Visitor${randomUUID().slice(0, 8)}`
  const asked = { firstName: 'First', lastName, email: `${lastName}@example.com`, phone: '0151 496 0999' }
  const headers = { 'x-nf-client-connection-ip': newAddress() }
  const data = { ...asked, service: therapies[0]!.id, reason: 'My shoulder' }
  expect((await page.request.post('/api/appointments', { data, headers })).ok()).toBe(true)
  const session = await newSession(page)
  await openPortal(page, 'requests', session)
  const row = page.getByRole('listitem').filter({ hasText: lastName })
  await row.getByRole('button', { name: /^Confirm/ }).click()
  const confirm = page.getByRole('dialog', { name: /^Confirm/ })
  const day = dayFromNow()
  await confirm.getByLabel('Date').fill(day)
  await confirm.getByLabel('Time').fill('11:20')
  await endSessions(page, session.email)
  await confirm.getByRole('button', { name: /^Confirm/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(row.getByText(lastName)).toBeHidden()
  await expect(confirm.getByLabel('Date')).toHaveValue(day)
  await expect(confirm.getByLabel('Time')).toHaveValue('11:20')
})

test('a part whose code fails to load asks for a reload, and the rest of the portal still works', async ({
  page,
}) => {
  const failure = page.getByRole('alert').filter({ hasText: 'We could not load this part of the portal.' })
  await page.route(/\/(CustomersTab|DeskCard|ImportPage)\./, (route) => route.abort())
  await openPortal(page)
  await tab(page, 'Customers').click()
  await expect(failure).toBeVisible()
  await expect(failure.getByRole('button', { name: 'Reload', exact: true })).toBeVisible()
  await tab(page, 'Orders').click()
  await expect(title(page)).toHaveText('Orders')

  await page.getByRole('button', { name: 'Desk Card', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Please reload the page' })
  await expect(dialog).toContainText('Please reload the page.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(title(page)).toHaveText('Orders')

  await tab(page, 'Gift Vouchers').click()
  await page.getByRole('link', { name: 'Import Vouchers', exact: true }).click()
  await expect(failure).toBeVisible()
  await page.goBack()
  await expect(failure).toBeHidden()
  await expect(title(page)).toHaveText('Gift Vouchers')
})

test('the owner can sign in and use the tabs by keyboard @nightly', async ({ page }) => {
  const owner = await newOwner(page.request)
  await page.goto('/admin/login')
  await email(page).focus()
  await page.keyboard.type(owner)
  await page.keyboard.press('Tab')
  await page.keyboard.type(OWNER_PASSWORD)
  // The form cannot be sent before its code is loaded.
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Overview')
  await tab(page, 'Overview').focus()
  await page.keyboard.press('Tab')
  await expect(tab(page, 'Gift Vouchers')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Gift Vouchers')
  await expect(tab(page, 'Gift Vouchers')).toBeFocused()
  await skipToContent(page)
  await expect(page).toHaveURL('/admin/dashboard#vouchers')
  await expect(title(page)).toHaveText('Gift Vouchers')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every page of the portal says what it needs @nightly', async ({ page }) => {
    for (const path of [
      '/admin/login',
      '/admin/dashboard',
      '/admin/reset-password',
      '/admin/end-sessions',
      '/admin/welcome',
      '/admin/keys',
    ]) {
      await page.goto(path)
      await expect(page.getByText('The portal needs JavaScript.')).toBeVisible()
    }
  })
})
