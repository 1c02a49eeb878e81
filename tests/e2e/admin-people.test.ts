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
  tryUntil,
} from '#tests/e2e/fixtures.ts'
import { buyVoucherByApi, placeOrderByApi } from '#tests/e2e/order-actions.ts'
import { newSession, openPortal } from '#tests/e2e/owner.ts'
import { searchList } from '#tests/e2e/portal-list.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'

test.use({ allowedErrors: [[/status of 40[0139]/], { option: true }] as never })

const PASSWORD = 'seven herons stand in the water'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const main = (page: Page) => page.getByRole('main')

async function invitationTo(page: Page, email: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mails = await mailsTo(page, email)
    link = mails.flatMap(({ text }) => /\/admin\/reset-password\?invitation#\S+/.exec(text) ?? [])[0]
    expect(link).toBeDefined()
  }).toPass()
  return link!
}

/** A second phone. */
const secondPhone = async (browser: Browser) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    extraHTTPHeaders: { 'x-nf-client-connection-ip': newAddress() },
  })
  return context.newPage()
}

test('an assistant who is invited works at the desk, and meets nothing that is an owner’s', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const name = `Helper ${randomUUID().slice(0, 8)}`
  const email = `helper-${randomUUID()}@example.com`
  const foreign = await buyVoucherByApi(request)
  const order = await placeOrderByApi(request)

  await openPortal(page, 'account', await newSession(page))
  await button(page, 'Invite someone').click()
  await button(page, 'Send Invitation').click()
  await expect(dialog(page).getByText('Please enter a name')).toBeVisible()
  await expect(dialog(page).getByText('Please choose what this person may do')).toBeVisible()
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page).getByRole('radio', { name: 'Staff' }).check()
  await expectUsable(page)
  await button(page, 'Send Invitation').click()
  await expect(toast(page)).toContainText(`We have emailed ${name}`)
  const entry = page.locator('section[aria-labelledby=people] > ul > li').filter({ hasText: name })
  await expect(entry).toContainText('Invited. The link works until')
  await expectUsable(page)

  const phone = await secondPhone(browser)
  await phone.addInitScript(recordPrints)
  await phone.goto(await invitationTo(page, email))
  await phone.getByLabel('Your password').fill(PASSWORD)
  await button(phone, 'Save Password').click()
  await phone.getByRole('link', { name: 'Sign In' }).click()
  await phone.getByLabel('Email').fill(email)
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(phone, 'Sign In').click()
  const bar = phone.getByRole('navigation', { name: 'Portal' })
  await expect(bar.getByRole('link')).toHaveText(['Overview', /Vouchers/, /Orders/])
  await expect(phone.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(phone.getByRole('region', { name: 'Figures' })).toHaveCount(0)
  await expectUsable(phone)

  // Redeems £30 of a voucher whose code somebody shows.
  await phone.goto('/admin/dashboard#vouchers/redeem')
  await phone.getByLabel('Voucher code').fill(foreign.voucherCode)
  await phone.keyboard.press('Enter')
  await phone.getByLabel('Amount to use, £').fill('30')
  await button(phone, 'Redeem £30.00').click()
  await expect(phone.getByText('£30.00 has been redeemed. £20.00 is left on the voucher.')).toBeVisible()
  await expect(phone.getByText(foreign.voucherCode)).toHaveCount(0)

  // And £5 from the list, which shows only the end of the code.
  await phone.goto('/admin/dashboard#vouchers')
  await searchList(phone, foreign.buyer.recipientEmail)
  await phone.getByRole('group', { name: 'vouchers' }).getByRole('button', { name: 'Redeem' }).click()
  await phone.getByLabel('Amount to use, £').fill('5')
  await button(phone, 'Redeem £5.00').click()
  await expect(phone.getByText('£5.00 has been redeemed. £15.00 is left on the voucher.')).toBeVisible()

  // Sells one of £75, and prints it.
  await phone.goto('/admin/dashboard#vouchers')
  await button(phone, 'Generate Voucher').click()
  await dialog(phone).getByLabel('Amount, £').fill('75')
  await expect(dialog(phone).getByLabel('How was it paid?').getByRole('option')).toHaveText([
    'Please choose',
    'Cash',
    'Card at the clinic',
  ])
  await dialog(phone).getByLabel('How was it paid?').selectOption('Cash')
  await dialog(phone).getByRole('radio', { name: 'Print now' }).check()
  await dialog(phone).getByLabel('Recipient name').fill('Recipient Name')
  await dialog(phone).getByRole('button', { name: 'Generate Voucher' }).click()
  await expectPrinted(phone, /Gift voucher.*/)
  const panel = phone.getByRole('region', { name: 'Voucher', exact: true })
  for (const action of ['Adjust Balance', 'Issue Refund', 'Extend', 'Reissue'])
    await expect(panel.getByRole('button', { name: action })).toHaveCount(0)

  // Packs an order.
  await phone.goto(`/admin/dashboard#orders/${order.id}`)
  await button(phone, 'Mark as ready').last().click()
  await expect(toast(phone)).toContainText('First Last’s order is ready.')
  await expect(button(phone, 'Issue Refund')).toHaveCount(0)
  await expect(button(phone, 'Correct email address')).toHaveCount(0)

  // A link to what is an owner's says who can help.
  for (const place of ['customers', 'website', 'vouchers/import']) {
    await phone.goto(`/admin/dashboard#${place}`)
    await expect(main(phone)).toContainText('Only an owner can open this page. Please ask ')
  }
  await phone.goto('/admin/dashboard#overview/closing')
  await expect(main(phone)).toContainText('£75.00')
  await expectUsable(phone)

  // The owner sees who did what, and ends it: the next request is refused.
  await page.goto('/admin/dashboard#overview')
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  await expect(activity.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible()
  await page.goto('/admin/dashboard#account')
  const remove = dialog(page).getByRole('button', { name: 'Remove' })
  // Once the question was gone before its button was pressed; what closed it is not known.
  await tryUntil(async (soon) => {
    if (await remove.isHidden()) await entry.getByRole('button', { name: `Remove ${name}` }).click(soon)
    await remove.click(soon)
    await expect(entry).toHaveCount(0, soon)
  })
  await button(phone, /Print/).first().waitFor()
  await phone.goto('/admin/dashboard#orders')
  await expect(dialog(phone)).toContainText('You have been signed out.')
})

test('the password is asked for once more before people change, and what was typed stays', async ({
  page,
}) => {
  const own = await newSession(page)
  await openPortal(page, 'account', own)
  await queryStack(
    page.request,
    `update admin_session set proved_at = now() - interval '6 minutes'
     where admin_id = (select id from admin_user where email = $1)`,
    [own.email],
  )
  await button(page, 'Invite someone').click()
  const invitation = dialog(page).filter({ hasText: 'Invite someone' })
  const email = `helper-${randomUUID()}@example.com`
  await invitation.getByLabel('Name').fill('Helper')
  await invitation.getByLabel('Email').fill(email)
  await invitation.getByRole('radio', { name: 'Owner' }).check()
  await invitation.getByRole('button', { name: 'Send Invitation' }).click()
  const proof = page.getByRole('dialog', { name: 'Please enter your password' })
  await proof.getByLabel('Password', { exact: true }).fill('a guess')
  await expectUsable(page)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByText('This is not your password')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(
    invitation.getByText('Nothing was changed. Please show once more that it is you.'),
  ).toBeVisible()
  await expect(invitation.getByLabel('Email')).toHaveValue(email)
  await invitation.getByRole('button', { name: 'Send Invitation' }).click()
  await proof.getByLabel('Password', { exact: true }).fill('a heron stands in the Mersey')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page)).toContainText('We have emailed Helper')
})

test('a device that is not one’s own is signed out from the account', async ({ page, browser }) => {
  const own = await newSession(page)
  const stranger = await secondPhone(browser)
  await stranger.goto('/admin/login')
  await stranger.getByLabel('Email').fill(own.email)
  await stranger.getByLabel('Password', { exact: true }).fill('a heron stands in the Mersey')
  await button(stranger, 'Sign In').click()
  await expect(stranger.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await openPortal(page, 'account', own)
  await page
    .getByRole('region', { name: 'Devices' })
    .getByRole('button', { name: /^End: / })
    .click()
  await expect(page.getByRole('button', { name: /^End: / })).toHaveCount(0)
  await stranger.goto('/admin/dashboard#orders')
  await expect(dialog(stranger)).toContainText('You have been signed out.')
})
