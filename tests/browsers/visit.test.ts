import { randomUUID } from 'node:crypto'
import { test as base, expect, type APIRequestContext } from 'playwright/test'
import { therapies } from '#clinic/current-therapies.ts'
import { practitioners } from '#content/practitioners.ts'
import { startFirefox } from '#tests/browsers/start-firefox.ts'
import { startWebKit } from '#tests/browsers/start-webkit.ts'
import { Visitor, type Engine } from '#tests/browsers/tab.ts'
import { addUniqueProduct } from '#tests/e2e/add-products.ts'
import { DECLINED, mailsTo, newBuyer, VISA } from '#tests/e2e/fixtures.ts'
import { FONTS_IN_USE } from '#tests/e2e/fonts-in-use.ts'
import { newOwner, OWNER_PASSWORD } from '#tests/e2e/owner.ts'

const ENGINES: Record<string, (headless?: boolean) => Promise<Engine>> = {
  firefox: startFirefox,
  webkit: startWebKit,
}

/** Opens a path in a new tab of the project's engine, 390 px wide unless told otherwise. */
type Visit = (path: string, width?: number) => Promise<Visitor>

const test = base.extend<{ visit: Visit }, { engine: Engine }>({
  engine: [
    async ({ headless }, use, { project }) => {
      const engine = await ENGINES[project.name]!(headless)
      await use(engine)
      await engine.close()
    },
    { scope: 'worker' },
  ],
  visit: async ({ engine, baseURL }, use) => {
    await use(async (path, width = 390) => {
      const tab = await engine.newTab(width)
      await tab.open(baseURL + path)
      return new Visitor(tab)
    })
  },
})

// In one worker: a browser takes seconds to start.
test.describe.configure({ mode: 'default' })

const [therapy] = therapies

const STARTED = `return ${FONTS_IN_USE}`
const GAP = `const header = document.querySelector('.site-header').getBoundingClientRect()
  return Math.abs(document.querySelector(':target').getBoundingClientRect().top - header.bottom)`
const DATE_COLOURS = `const { color, webkitTextFillColor } = getComputedStyle(document.querySelector('[type=date]'))
  return { text: color, date: webkitTextFillColor, hint: getComputedStyle(document.querySelector('.field-hint')).color }`
/** As a date picker does. */
const CHOOSE_DATE = `const date = document.querySelector('[type=date]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(date, '2027-12-12')
  for (const type of ['input', 'change']) date.dispatchEvent(new Event(type, { bubbles: true }))`

/** From now on the site has scripts of other names, as after a deploy. */
async function swapScripts(request: APIRequestContext): Promise<void> {
  expect((await request.post('/__local/swap')).ok()).toBe(true)
}

async function payWith(visitor: Visitor, card: string): Promise<void> {
  await visitor.waitForElement('button', 'Complete Payment')
  await visitor.tab.inFrame('iframe[title="Secure payment input frame"]', async (frame) => {
    const form = new Visitor(frame)
    await form.type('Card number', card)
    await form.type('Expiration date', '1234')
    await form.type('Security code', '123')
  })
  await visitor.press('button', 'Complete Payment')
}

for (const path of ['/', '/shop', `/therapy/${therapy!.id}`, '/privacy-policy', '/no-such-page']) {
  for (const width of [390, 1280]) {
    test(`${path} starts at ${width} px and does not scroll sideways`, async ({ visit }) => {
      const visitor = await visit(path, width)
      await visitor.until('fonts', () => visitor.read(STARTED))
      expect(await visitor.read('return document.querySelectorAll("h1").length')).toBe(1)
      expect(
        await visitor.read('return document.documentElement.scrollWidth - innerWidth'),
      ).toBeLessThanOrEqual(0)
    })
  }
}

for (const path of ['/#gift-vouchers', '/#write', '/#questions', `/?service=${therapy!.id}#write`]) {
  for (const width of [390, 1280]) {
    test(`${path} arrives exactly below the header at ${width} px`, async ({ visit }) => {
      const visitor = await visit(path, width)
      await visitor.until('fonts', () => visitor.read(STARTED))
      await visitor.until('the target below the header', async () => (await visitor.read<number>(GAP)) <= 1)
    })
  }
}

test('the menu of a phone opens and leads to a section', async ({ visit }) => {
  const visitor = await visit(`/${practitioners[0].slug}`)
  await visitor.press('button', 'Open menu')
  await visitor.press('link', 'Gift Vouchers')
  await visitor.until('the section', () => visitor.read(`return location.hash === '#gift-vouchers'`))
})

test('an empty date has the colour of a hint, and a chosen one that of text', async ({ visit }) => {
  const visitor = await visit('/#write')
  await visitor.waitForElement('field', 'Preferred date')
  const colours = () => visitor.read<Record<'text' | 'date' | 'hint', string>>(DATE_COLOURS)
  const { text, date, hint } = await colours()
  expect(date).toBe(hint)
  expect(hint).not.toBe(text)
  await visitor.read(CHOOSE_DATE)
  await visitor.until('a date in the colour of text', async () => (await colours()).date === text)
})

test('the shop shows its products after a reload while scrolled', async ({ visit, request }) => {
  const { name } = await addUniqueProduct(request)
  const visitor = await visit('/shop')
  await visitor.waitFor(name)
  await visitor.read(`scrollTo({ top: 2000, behavior: 'instant' }); setTimeout(() => location.reload())`)
  await visitor.waitFor(name)
})

test('a voucher is refused without details, declined, and then bought, while the site is deployed', async ({
  visit,
  request,
}) => {
  const { buyerEmail, recipientEmail } = newBuyer()
  const visitor = await visit('/#gift-vouchers')
  await swapScripts(request)
  // The page may still move under a press.
  await visitor.until('£50 is chosen', async () => {
    await visitor.tab.click(`const input = document.querySelector('[name=amount][value="50"]')
      input.scrollIntoView({ block: 'center', behavior: 'instant' })
      return input.closest('label')`)
    return visitor.read(`return document.querySelector('[name=amount][value="50"]').checked`)
  })
  await visitor.press('button', 'Purchase Gift Voucher')
  await visitor.press('button', 'Continue to Payment')
  await visitor.until('an error beside a field', () =>
    visitor.read(`return !!document.querySelector('#gift-vouchers [aria-invalid=true]')`),
  )
  await visitor.type('Your name', 'Buyer Name')
  await visitor.type('Your email', buyerEmail)
  await visitor.type("Recipient's name", 'Recipient Name')
  await visitor.type("Recipient's email", recipientEmail)
  await visitor.press('button', 'Continue to Payment')
  await visitor.waitForElement('button', 'Complete Payment')
  await swapScripts(request)
  await payWith(visitor, DECLINED)
  await visitor.waitFor('declined')
  await payWith(visitor, VISA)
  await visitor.until('the code', () =>
    visitor.read(`return !!document.querySelector('#gift-vouchers .code')`),
  )
  const code = await visitor.read<string>(`return document.querySelector('#gift-vouchers .code').textContent`)
  await expect.poll(async () => (await mailsTo({ request }, recipientEmail)).length).toBe(1)
  expect((await mailsTo({ request }, recipientEmail))[0]?.text).toContain(code)
})

test('a product is bought in the shop while the site is deployed', async ({ visit, request }) => {
  const { name } = await addUniqueProduct(request)
  const visitor = await visit('/shop', 1280)
  await visitor.waitFor(name)
  await swapScripts(request)
  await visitor.tab.click(
    `const card = [...document.querySelectorAll('article')].find((each) => each.textContent.includes(args[0]))
     const button = [...card.querySelectorAll('button')].find((each) => each.textContent.includes('Buy Now'))
     button.scrollIntoView({ block: 'center', behavior: 'instant' })
     return button`,
    name,
  )
  const { buyerEmail } = newBuyer()
  const form = { 'First name': 'First', 'Last name': 'Last', Email: buyerEmail }
  const address = { 'Address line 1': '2 Example Street', City: 'Liverpool', Postcode: 'L1 0AB' }
  for (const [label, text] of Object.entries({ ...form, ...address })) await visitor.type(label, text)
  await visitor.press('button', 'Continue to Payment')
  await payWith(visitor, VISA)
  await visitor.waitFor('Total paid')
  await expect.poll(async () => (await mailsTo({ request }, buyerEmail)).length).toBe(1)
})

test('a message is sent to the clinic', async ({ visit, request }) => {
  const { buyerEmail } = newBuyer()
  const visitor = await visit('/#write')
  const typed = { 'First name': 'First', 'Last name': 'Last', Email: buyerEmail, Phone: '0151 496 0999' }
  await visitor.until('the form', () =>
    visitor.read(`return !document.querySelector('#write button').disabled`),
  )
  for (const [label, text] of Object.entries(typed)) await visitor.type(label, text)
  await visitor.type('Service', therapy!.title)
  await visitor.press('button', 'Request Appointment')
  await visitor.waitFor('We have received your request')
  await expect.poll(async () => (await mailsTo({ request }, buyerEmail)).length).toBe(1)
})

test('the owner signs in, generates, redeems and restores a voucher, and signs out', async ({
  visit,
  request,
}) => {
  const owner = await newOwner(request)
  const visitor = await visit('/admin/dashboard#vouchers', 1280)
  await visitor.type('Email', owner)
  await visitor.type('Password', OWNER_PASSWORD)
  await visitor.press('button', 'Sign In')
  await visitor.press('button', 'Generate Voucher')
  await visitor.type('Amount, £', '100')
  await visitor.type('Recipient name', 'Recipient Name')
  await visitor.type('Recipient email', `desk-${randomUUID().slice(0, 8)}@example.com`)
  await visitor.type('How was it paid?', 'Cash')
  await visitor.press('button', 'Generate Voucher')
  const shownCode = () =>
    visitor.read<string | undefined>(
      `return [...document.querySelectorAll('h2')].map((each) => each.textContent).find((text) => /^(\\w{4}-){3}\\w{4}$/.test(text))`,
    )
  await visitor.until('the new voucher', shownCode)
  const code = await shownCode()
  await visitor.press('button', 'Redeem a voucher')
  await visitor.type('Voucher code', code!)
  await visitor.press('button', 'Look up')
  await visitor.type('Amount to use, £', '60.50')
  await visitor.press('button', 'Redeem £60.50')
  await visitor.waitFor('£39.50 is left on the voucher')
  await visitor.press('button', 'Undo')
  await visitor.waitFor('£100.00')
  await visitor.press('button', 'Logout')
  await visitor.until('the sign-in form', () => visitor.read(`return location.pathname === '/admin/login'`))
})
