import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { practitioners } from '#content/practitioners.ts'
import { openingAt } from '#lib/opening-hours.ts'
import { BROKEN_APIS, FROM_EXTENSION } from '#tests/e2e/broken-apis.ts'
import { brokenWords } from '#tests/e2e/broken-words.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'
import { FONTS_IN_USE } from '#tests/e2e/fonts-in-use.ts'

const THERAPY = `/therapy/${therapies[0]!.id}`
const PRACTITIONER = `/${practitioners[0].slug}`

/** Returns the first full hour of a week when the clinic is open, or closed. London time is UTC then. */
function hourWhen(isOpen: boolean): Date {
  const week = Array.from({ length: 7 * 24 }, (_, hour) => new Date(Date.UTC(2026, 10, 15, hour)))
  const found = week.find((time) => openingAt(clinic, time).isOpen === isOpen)
  if (!found) throw new Error(`The clinic is never ${isOpen ? 'open' : 'closed'}`)
  return found
}

test('the sections of the home page are scrolled to, from other pages too', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Gift Vouchers' }).click()
  await expect(page).toHaveURL(/\/#gift-vouchers$/)
  await expect(page.getByRole('heading', { name: 'Choose an amount' })).toBeInViewport()
  await page.goto(PRACTITIONER)
  await main.getByRole('link', { name: 'Therapies' }).click()
  await expect(page).toHaveURL(/\/#therapies$/)
})

test('a public page links its manifest after the first paint', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('head > link[rel=manifest]')).toHaveCount(1)
})

for (const width of [390, 1280]) {
  test(`a deep link arrives exactly below the header at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/?service=${therapies[0]!.id}#write`)
    await expect.poll(() => page.evaluate(FONTS_IN_USE)).toBe(true)
    const gap = () =>
      page.evaluate(() => {
        const header = document.querySelector('.site-header')!.getBoundingClientRect()
        return Math.abs(document.querySelector(':target')!.getBoundingClientRect().top - header.bottom)
      })
    await expect.poll(gap).toBeLessThanOrEqual(1)
  })
}

test('no word is broken on a tablet or a desktop', async ({ page }) => {
  for (const path of ['/', THERAPY, PRACTITIONER]) {
    await page.goto(path)
    await expect.poll(() => page.evaluate(FONTS_IN_USE)).toBe(true)
    for (const width of [768, 961, 1024, 1088, 1194, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await brokenWords(page, 'h1, h2, h3, p, dd, a'), `${path} at ${width} px`).toEqual([])
    }
  }
})

test('the header shrinks once the page is scrolled past 50 px', async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  const tall = (await header.boundingBox())!.height
  const scrolled = async () => {
    // Wheel events may be dropped on a busy machine.
    await page.mouse.wheel(0, 400)
    return (await header.boundingBox())!.height
  }
  await expect.poll(scrolled).toBeLessThan(tall - 10)
})

test('every therapy has a page with links back and to booking @nightly', async ({ page }) => {
  await page.goto('/')
  const links = await page
    .locator('a[href^="/therapy/"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(new Set(links).size).toBe(therapies.length)
  for (const href of new Set(links)) {
    await page.goto(href!)
    await expect(page.getByRole('link', { name: 'Book Appointment' }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    for (const name of [
      'About This Treatment',
      'Benefits',
      'What to Expect',
      'Suitable For',
      'Ready to Book',
      'Have Questions',
    ]) {
      await expect(page.getByRole('heading', { name })).toBeVisible()
    }
  }
})

test('the street map is loaded only when Show map is pressed', async ({ page }) => {
  test.skip(!clinic.position, 'Without a position of the clinic, there is no map.')
  const asked: string[] = []
  await page.route('https://www.openstreetmap.org/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Map</p>' })
  })
  await page.goto('/')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Show map' }).click()
  await expect(page.frameLocator('iframe[title^="Street map"]').getByText('Map')).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('the opening hours say whether the clinic is open, and which row is today’s, again when the page is shown later', async ({
  page,
}) => {
  const time = hourWhen(true)
  const today = clinic.hours.find(({ weekdays }) => weekdays.includes(time.getUTCDay()))!
  await page.clock.setFixedTime(time)
  await page.goto('/')
  const contact = page.getByRole('region', { name: 'Contact' })
  await contact.scrollIntoViewIfNeeded()
  await expect(contact.getByText('Open now')).toBeVisible()
  await expect(contact.getByText(openingAt(clinic, time).next)).toBeVisible()
  await expect(contact.getByRole('rowheader', { name: `${today.days}, today` })).toBeVisible()

  const later = hourWhen(false)
  const rows = clinic.hours.filter(({ weekdays }) => weekdays.includes(later.getUTCDay()))
  await page.clock.setFixedTime(later)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(contact.getByText('Closed now')).toBeVisible()
  await expect(contact.getByText('Open now')).toBeHidden()
  await expect(contact.getByRole('rowheader', { name: /, today$/ })).toHaveText(
    rows.map(({ days }) => `${days}, today`),
  )
})

test('“Open now” obeys the closures, and a closure that has ended is left out', async ({ page }) => {
  const time = hourWhen(true)
  const today = time.toISOString().slice(0, 10)
  await page.clock.setFixedTime(time)
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const closures = JSON.stringify([
      { from: '2026-11-01', to: '2026-11-02', open: null, reason: '' },
      { from: today, to: today, open: null, reason: 'Stocktaking' },
    ])
    const body = (await response.text())
      .replace(/"closures":\[.*?\]/, `"closures":${closures}`)
      .replace(/(<footer[\s\S]*?)(<a href="\/#contact")/, '$1<span data-closures></span>$2')
    return route.fulfill({ response, body })
  })
  await page.goto('/')
  await expect(page.getByRole('main').getByText('Closed now').first()).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  await expect(footer.locator('[data-closures]')).toHaveText(/^\w+ \d+ Nov closed$/)
})

test.describe('the fonts', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] })

  test('are used once loaded, and one that fails to load delays no other @nightly', async ({ page }) => {
    const used = () =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ family, status }) => !family.includes('Fallback') && status === 'loaded')
          .map(({ family }) => family.replaceAll('"', '')),
      )
    await page.goto('/')
    await expect.poll(used).toEqual(['Newsreader Display', 'Instrument Sans'])

    await page.route('**/newsreader-display*', (route) => route.abort())
    await page.goto('/privacy-policy')
    await expect.poll(used).toEqual(['Instrument Sans'])
  })
})

test.describe('with a browser extension that breaks APIs', () => {
  test.use({ allowedErrors: [[FROM_EXTENSION], { option: true }] as never })

  for (const [broken, script] of Object.entries(BROKEN_APIS)) {
    test(`home and the shop start although ${broken} @nightly`, async ({ page }) => {
      await page.addInitScript(script)
      await page.goto('/')
      await expect.poll(() => page.evaluate(FONTS_IN_USE)).toBe(true)
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      if (clinic.position) {
        await page.getByRole('button', { name: 'Show map' }).click()
        await expect(page.locator('iframe[title^="Street map"]')).toBeAttached()
      }
      await page.goto('/shop')
      await expect(
        page.getByRole('group', { name: 'Products' }).getByText('Loading products...'),
      ).toHaveCount(0)
    })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the menu says whether the clinic is open', async ({ page }) => {
    const time = hourWhen(false)
    await page.clock.setFixedTime(time)
    await page.goto(PRACTITIONER, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog')
    await expect(menu.getByText('Closed now')).toBeVisible()
    await expect(menu.getByText(openingAt(clinic, time).next)).toBeVisible()
  })

  test('the menu slides in over the whole width, keeps the focus, and closes by choice and Escape, before the script of the page', async ({
    page,
  }) => {
    await page.route('**/*.js*', () => {})
    await page.goto('/')
    const opener = page
      .getByRole('banner')
      .getByRole('link', { name: /menu/i })
      .or(page.getByRole('banner').getByRole('button', { name: /menu/i }))
    const menu = page.getByRole('dialog')
    await opener.click()
    await expect(menu).toBeVisible()
    await expect.poll(async () => (await menu.boundingBox())!.width).toBe(360)
    await expect(menu.getByRole('link', { name: clinic.phone.display })).toBeVisible()
    for (let tab = 0; tab < 12; tab++) await page.keyboard.press('Tab')
    await expect(menu.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await menu.getByRole('link', { name: 'About' }).click()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(/#about$/)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['/', THERAPY, PRACTITIONER, '/terms-conditions']) {
    test(`${path} is readable without JavaScript and links on`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
      await expect(page.getByRole('link', { name: clinic.phone.display }).first()).toBeVisible()
    })
  }

  test('the voucher offer is readable without JavaScript', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('#gift-vouchers').getByRole('listitem').first()).toBeVisible()
  })
})

test('an unknown path below /api answers the error of the API, and /admin leads to the sign-in', async ({
  page,
}) => {
  for (const [method, path] of [
    ['GET', '/api/nope'],
    ['POST', '/api/admin/nope'],
    ['DELETE', '/api/vouchers/1/nope'],
  ] as const) {
    const response = await page.request.fetch(path, { method })
    expect(response.status()).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found', message: 'There is no such endpoint.' })
  }
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/login')
})

test('every therapy page and the menu lead to gift vouchers', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(THERAPY)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Give a gift voucher' }).click()
  await expect(page).toHaveURL('/#gift-vouchers')
  await page.goto(THERAPY)
  await page.getByRole('link', { name: 'Give this as a gift' }).click()
  await expect(page).toHaveURL('/#gift-vouchers')
})
