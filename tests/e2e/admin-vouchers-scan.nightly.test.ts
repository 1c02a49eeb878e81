import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { cameraShowing, filmCode } from '#tests/e2e/camera-picture.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'
import { openPortal } from '#tests/e2e/owner.ts'

const film = join(tmpdir(), `held-before-the-camera-${process.pid}.y4m`)

test.use({
  launchOptions: cameraShowing(film),
})
test.afterAll(() => rmSync(film, { force: true }))

/** Records every opened camera, to check that it is turned off. */
async function watchCameras(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const opened: MediaStreamTrack[] = []
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      opened.push(...stream.getTracks())
      return stream
    }
    Object.assign(window, { opened })
  })
  return () =>
    page.evaluate(() =>
      (window as unknown as { opened: MediaStreamTrack[] }).opened.map(({ readyState }) => readyState),
    )
}

async function generateOwn(page: Page): Promise<string> {
  const code = `SCAN${randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()}`
  await openPortal(page, 'vouchers')
  await page.getByRole('button', { name: 'Generate Voucher' }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, text] of Object.entries({
    'Amount, £': '80',
    'Recipient name': 'Recipient Name',
    'Recipient email': 'scanned@example.com',
    'Your own code': code,
  })) {
    await dialog.getByLabel(label).fill(text)
  }
  await dialog.getByLabel('How was it paid?').selectOption('Cash')
  await dialog.getByRole('button', { name: 'Generate Voucher' }).click()
  await expect(dialog).toBeHidden()
  return code
}

for (const [name, contentOf] of [
  ['the voucher’s QR code', (code: string, site: string) => `${site}/voucher#${code}`],
  ['an old one, with the code alone', (code: string) => code],
] as const)
  test(`the camera scans ${name} and is turned off`, async ({ page, context }) => {
    await context.grantPermissions(['camera'])
    const cameras = await watchCameras(page)
    const code = await generateOwn(page)
    filmCode(film, contentOf(code, new URL(page.url()).origin))
    await page.getByRole('button', { name: 'Redeem a voucher' }).click()
    await page.getByRole('button', { name: 'Scan QR code' }).click()
    await expect(page.getByRole('region', { name: 'Voucher' })).toContainText('£80.00')
    await expect(page.getByLabel('Amount to use, £')).toBeFocused()
    expect(await cameras()).toEqual(['ended'])
  })

test('the camera ignores foreign codes and is turned off on navigation', async ({ page, context }) => {
  await context.grantPermissions(['camera'])
  const cameras = await watchCameras(page)
  filmCode(film, 'https://example.com/something-else')
  await openPortal(page, 'vouchers/redeem')
  await page.getByRole('button', { name: 'Scan QR code' }).click()
  await expect(page.getByText('That is not a voucher code.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off the camera' })).toBeFocused()
  expect(await cameras()).toEqual(['live'])
  await page.getByRole('link', { name: 'Products' }).click()
  await expect.poll(cameras).toEqual(['ended'])
})

test('without camera permission the page says what to do', async ({ page, context }) => {
  filmCode(film, 'unseen')
  const browser = await context.newCDPSession(page)
  await browser.send('Browser.setPermission', { permission: { name: 'camera' }, setting: 'denied' })
  await openPortal(page, 'vouchers/redeem')
  await page.getByRole('button', { name: 'Scan QR code' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'is not allowed to use the camera' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scan QR code' })).toBeFocused()
  await expect(page.getByLabel('Voucher code')).toBeEnabled()
})
