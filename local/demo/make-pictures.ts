import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import sharp from 'sharp'
import { findHeadlessChromium } from '#local/browsers.mjs'
import { startDemo } from '#local/demo/start-demo.ts'
import type { StackInfo } from '#local/local-routes.ts'
import { runUntilStopped } from '#local/shutdown.ts'
import { readSettings } from '#local/stack-settings.ts'

// Writes the README's pictures from a demo.

const ROOT = resolve(import.meta.dirname, '..', '..')
const DESKTOP = { width: 1440, height: 1000 }
/** High enough for the figures of the Overview. */
const PORTAL = { width: 1440, height: 1240 }
const PHONE = { width: 390, height: 844 }
/** Between and around the two phones (pixels). */
const MARGIN = 12
const WIDTH_MAX = 1200
const WEBP = { quality: 80, effort: 6 }

await runUntilStopped(async () => {
  const dir = join(readSettings(ROOT).dir, 'pictures')
  await rm(dir, { recursive: true, force: true })
  const stack = await startDemo({ dir, port: 0, seed: 1, report: (step) => console.log(`${step} …`) })
  const executablePath = findHeadlessChromium()
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
  try {
    await makePictures(browser, stack.info)
  } finally {
    await browser.close()
    await stack.stop()
    await rm(dir, { recursive: true, force: true })
  }
  process.exit(0)
})

async function makePictures(browser: Browser, info: StackInfo): Promise<void> {
  const desktop = await openPage(browser, info, DESKTOP)
  await write('home', await pictureOf(desktop, '/'))
  await desktop.setViewportSize(PORTAL)
  await write('portal', await pictureOf(desktop, '/admin/dashboard'))
  const phone = await openPage(browser, info, PHONE)
  const [home, portal] = [await pictureOf(phone, '/'), await pictureOf(phone, '/admin/dashboard#vouchers')]
  await write('phones', await sideBySide(home, portal))
}

/** Opens a window of this size and signs the owner in. */
async function openPage(browser: Browser, info: StackInfo, viewport: typeof DESKTOP): Promise<Page> {
  const page = await browser.newPage({
    viewport,
    baseURL: info.site,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(info.adminEmail)
  await page.getByLabel('Password', { exact: true }).fill(info.adminPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/admin/dashboard')
  return page
}

async function pictureOf(page: Page, path: string): Promise<Buffer> {
  await page.goto(path, { waitUntil: 'networkidle' })
  // Fonts are requested after the first paint.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return await page.screenshot({ animations: 'disabled' })
}

async function sideBySide(left: Buffer, right: Buffer): Promise<Buffer> {
  const { width, height } = PHONE
  return await sharp({
    create: { width: 2 * width + 4 * MARGIN, height, channels: 3, background: '#888' },
  })
    .composite([
      { input: left, left: MARGIN, top: 0 },
      { input: right, left: width + 3 * MARGIN, top: 0 },
    ])
    .png()
    .toBuffer()
}

async function write(name: string, picture: Buffer): Promise<void> {
  const { size } = await sharp(picture)
    .resize({ width: WIDTH_MAX, withoutEnlargement: true })
    .webp(WEBP)
    .toFile(join(ROOT, 'docs', `${name}.webp`))
  console.log(`docs/${name}.webp, ${Math.round(size / 1000)} KB`)
}
