import type { Page } from 'playwright/test'
import { therapies } from '#clinic/current-therapies.ts'
import { practitioners } from '#content/practitioners.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

const THERAPY = `/therapy/${therapies[0]!.id}`
const bar = (page: Page) => page.getByRole('complementary', { name: 'Booking' })

/** Returns whether Book can be pressed; of chapters with forms, whether the bar is hidden. */
const isBookInReach = (page: Page) =>
  page.evaluate(() => {
    const middle = innerHeight / 2
    const chapters = [...document.querySelectorAll('#gift-vouchers, #contact, #write')].map((chapter) =>
      chapter.getBoundingClientRect(),
    )
    // Observers round to whole pixels, so within one of an edge both are right.
    if (chapters.some(({ top, bottom }) => Math.min(Math.abs(top - middle), Math.abs(bottom - middle)) <= 1))
      return true
    if (chapters.some(({ top, bottom }) => top < middle && bottom > middle))
      return !document.querySelector('.booking-bar')!.checkVisibility()
    return [...document.querySelectorAll('a.button')].some((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      const shown = document.elementFromPoint(left + width / 2, top + height / 2)
      return button.textContent.trim().startsWith('Book') && button.contains(shown)
    })
  })

for (const path of ['/', THERAPY, `/${practitioners[0].slug}`])
  test(`on a phone, Book is in reach wherever ${path} is scrolled, but for the chapters with forms`, async ({
    page,
  }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    let isAtEnd = false
    while (!isAtEnd) {
      await expect.poll(() => isBookInReach(page), `at ${await page.evaluate(() => scrollY)} px`).toBe(true)
      isAtEnd = await page.evaluate(() => {
        const before = scrollY
        scrollBy({ top: 250, behavior: 'instant' })
        return scrollY === before
      })
    }
  })

test('no focus lies under the booking bar, which a field with focus hides', async ({ page }) => {
  await page.goto(THERAPY, { waitUntil: 'networkidle' })
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  await expect(bar(page)).toBeVisible()
  const covered: string[] = []
  for (let tab = 0; tab < 60; tab++) {
    await page.keyboard.press('Tab')
    const under = await page.evaluate(() => {
      const bar = document.querySelector('.booking-bar')!
      const focused = document.activeElement!
      if (focused === document.body) return undefined
      const isUnder = focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top
      return bar.checkVisibility() && isUnder && !bar.contains(focused)
        ? focused.outerHTML.slice(0, 80)
        : undefined
    })
    if (under) covered.push(under)
  }
  expect(covered).toEqual([])

  await page.goto('/')
  const amount = page.getByLabel('Custom amount')
  await amount.focus()
  await page.evaluate(() => scrollTo({ top: 1200, behavior: 'instant' }))
  await expect(bar(page)).toBeHidden()
  await amount.evaluate((field) => field.blur())
  await expect(bar(page)).toBeVisible()
})

test('the booking bar is missing in a low window, on paper and on wide screens', async ({ page }) => {
  await page.goto(THERAPY, { waitUntil: 'networkidle' })
  await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }))
  await expect(bar(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(bar(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  for (const size of [
    { width: 320, height: 256 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize(size)
    await expect(bar(page)).toBeHidden()
  }
})
