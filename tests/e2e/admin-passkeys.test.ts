import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright/test'
import { expectUsable } from '#tests/e2e/axe.ts'
import {
  dialog,
  expect,
  expectPrinted,
  mailsTo,
  newAddress,
  recordPrints,
  test,
  toast,
} from '#tests/e2e/fixtures.ts'
import { buyVoucherByApi } from '#tests/e2e/order-actions.ts'
import { newSession, openPortal, OWNER_PASSWORD } from '#tests/e2e/owner.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'

test.use({ allowedErrors: [[/status of 40[013]/], { option: true }] as never })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** A phone with a fingerprint reader whose owner always agrees. Returns what is on it, to copy it to another one. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    async import(credentials: object[]) {
      for (const credential of credentials)
        await client.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never })
    },
  }
}

const newVisitor = async (browser: Browser) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    extraHTTPHeaders: { 'x-nf-client-connection-ip': newAddress() },
  })
  return context.newPage()
}

async function addPasskey(page: Page, name: string) {
  await button(page, 'Add a passkey').click()
  await dialog(page).getByLabel('Name').fill(name)
  await button(page, 'Add Passkey').click()
}

const letProofAge = (page: Page, email: string) =>
  queryStack(
    page.request,
    `update admin_session set proved_at = proved_at - interval '6 minutes'
     where admin_id = (select id from admin_user where email = $1)`,
    [email],
  )

async function typePassword(page: Page, email: string) {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await button(page, 'Sign In').click()
}

test('a passkey is added, asked for after the password and before money, and stands in for both', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const { voucherCode } = await buyVoucherByApi(request)
  const [voucher] = (await queryStack(request, 'select id from gift_voucher where code = $1', [
    voucherCode.replaceAll('-', ''),
  ])) as { id: string }[]
  await page.addInitScript(recordPrints)
  const phone = await addAuthenticator(page)
  const session = await newSession(page)
  await openPortal(page, 'account', session)
  await button(page, 'Add a passkey').click()
  await button(page, 'Add Passkey').click()
  await expect(dialog(page).getByText('Please enter a name')).toBeVisible()
  await page.keyboard.press('Escape')
  await addPasskey(page, 'My phone')
  await expect(dialog(page).getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await dialog(page).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await expectUsable(page)
  await button(page, 'Print').click()
  await expectPrinted(page, 'Recovery codes')
  await button(page, 'I have kept them').click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
  await expectUsable(page)

  // Before money moves: over what is open, which stays.
  await openPortal(page, `vouchers/${voucher!.id}`, session)
  await button(page, 'Issue Refund').click()
  await letProofAge(page, session.email)
  await button(page, 'Issue Refund £50.00').click()
  await expect(page.getByRole('heading', { name: 'Please use your passkey' })).toBeVisible()
  await button(page, 'Use Passkey').click()
  await expect(toast(page)).toContainText('refund', { ignoreCase: true })

  // With the passkey alone: by what the browser offers for the email field, and by the button where it offers nothing.
  for (const isOffered of [true, false]) {
    const visitor = await newVisitor(browser)
    const copy = await addAuthenticator(visitor)
    await copy.import(await phone.credentials())
    if (!isOffered)
      await visitor.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = async () => false
      })
    await visitor.goto('/admin/login')
    if (!isOffered) await button(visitor, 'Use a passkey').click()
    await expect(visitor.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await visitor.context().close()
  }

  // Two copies of one passkey have counted the same uses.
  await expect(async () => {
    const subjects = (await mailsTo(page, session.email)).map(({ subject }) => subject)
    expect(subjects).toContain('A passkey of your account may have been copied')
  }).toPass()

  // With the password, a passkey is due; without a phone, a recovery code.
  const stranger = await newVisitor(browser)
  await typePassword(stranger, session.email)
  await expect(stranger.getByText('Your passkey is the second step.')).toBeVisible()
  await expectUsable(stranger)
  await button(stranger, 'Use a recovery code instead').click()
  await stranger.getByRole('textbox', { name: 'Recovery code' }).fill('wrong')
  await button(stranger, 'Continue').click()
  await expect(dialog(stranger).getByText('Please enter one of your recovery codes')).toBeVisible()
  await stranger.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0]!.toLowerCase())
  await button(stranger, 'Continue').click()
  await expect(stranger.getByRole('heading', { name: 'Overview' })).toBeVisible()

  // The phone is lost: a new one is added, and opens the portal alone.
  await addAuthenticator(stranger)
  await stranger.goto('/admin/dashboard#account')
  await addPasskey(stranger, 'New phone')
  await expect(button(stranger, 'Rename New phone')).toBeVisible()
  await button(stranger, 'Remove My phone').click()
  await dialog(stranger).getByRole('button', { name: 'Remove' }).click()
  await expect(button(stranger, 'Remove My phone')).toBeHidden()
  await stranger.evaluate(() => localStorage.clear())
  await stranger.goto('/admin/login')
  await expect(stranger.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await stranger.context().close()
})

test('who closes the question for the passkey is not signed in', async ({ page, browser }) => {
  await addAuthenticator(page)
  const session = await newSession(page)
  await openPortal(page, 'account', session)
  await addPasskey(page, 'My phone')
  await button(page, 'I have kept them').click()
  const thief = await newVisitor(browser)
  await typePassword(thief, session.email)
  await expect(thief.getByText('Your passkey is the second step.')).toBeVisible()
  await thief.keyboard.press('Escape')
  await expect(dialog(thief)).toBeHidden()
  await thief.goto('/admin/dashboard')
  await expect(thief).toHaveURL(/\/admin\/login/)
  await thief.context().close()
})

test('a passkey is renamed and removed, and new recovery codes end the old ones', async ({ page }) => {
  await addAuthenticator(page)
  await openPortal(page, 'account', await newSession(page, 'staff'))
  await addPasskey(page, 'My phone')
  await button(page, 'I have kept them').click()
  await button(page, 'Rename My phone').click()
  await dialog(page).getByLabel('Name').fill('Old phone')
  await button(page, 'Save').click()
  await expect(page.getByText('Old phone')).toBeVisible()
  await button(page, 'New recovery codes').click()
  await button(page, 'Make new codes').click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10)
  await button(page, 'I have kept them').click()
  await button(page, 'Remove Old phone').click()
  await expect(dialog(page).getByText('It is your only one.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(button(page, 'Rename Old phone')).toBeHidden()
})

test('what was typed stays behind the question, and one proof serves several tabs', async ({
  page,
  context,
}) => {
  const session = await newSession(page)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await openPortal(tab, 'account', session)
    await letProofAge(page, session.email)
    await button(tab, 'Invite someone').click()
    await dialog(tab).getByLabel('Name').fill('Kept Name')
    await dialog(tab).getByLabel('Email').fill(`${randomUUID()}@example.com`)
    await dialog(tab).getByLabel('Staff').check()
    await button(tab, 'Send Invitation').click()
    await expect(tab.getByRole('heading', { name: 'Please enter your password' })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Kept Name')
  await button(page, 'Send Invitation').click()
  await dialog(page).getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await button(page, 'Continue').click()
  await expect(toast(page)).toContainText('Invitation sent')
  await expect(toast(other)).toContainText('Invitation sent')
})

test('a session that ends behind the question asks to sign in, and then goes on', async ({ page }) => {
  const session = await newSession(page)
  await openPortal(page, 'account', session)
  await letProofAge(page, session.email)
  await button(page, 'Invite someone').click()
  await dialog(page).getByLabel('Name').fill('Kept Name')
  await dialog(page).getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await dialog(page).getByLabel('Staff').check()
  await button(page, 'Send Invitation').click()
  await expect(page.getByRole('heading', { name: 'Please enter your password' })).toBeVisible()
  await queryStack(
    page.request,
    'delete from admin_session where admin_id = (select id from admin_user where email = $1)',
    [session.email],
  )
  await dialog(page).getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await button(page, 'Continue').click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await again.getByRole('button', { name: 'Sign In' }).click()
  await expect(toast(page)).toContainText('Invitation sent')
})
