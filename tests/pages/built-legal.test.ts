import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { privacyPolicy } from '#content/legal/privacy-policy.ts'
import { builtTexts } from '#tests/harness/built-files.ts'

const built = builtTexts('dist')
const textOf = (name: string) =>
  (/<main[\s\S]*<\/main>/.exec(built.get(`${name}.html`) ?? '')?.[0] ?? '')
    .replaceAll('<wbr>', '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:)])/g, '')

const PAGES = [
  ['accessibility-statement', 'Accessibility Statement'],
  ['cookie-policy', 'Cookie Policy'],
  ['terms-conditions', 'Terms & Conditions'],
  ['privacy-policy', 'Privacy Policy'],
] as const

test.each(PAGES)('%s links to the home page and shows its date and the contact details', (name, title) => {
  const text = textOf(name)
  const [, date = ''] = /Last updated: (\d{1,2} [A-Z][a-z]+ \d{4})/.exec(text) ?? []
  expect(Date.parse(date)).toBeGreaterThan(Date.parse('2026-01-01'))
  const { phone, email, address } = clinic
  for (const part of ['Back to Home', title, clinic.name, phone.display, email, address.street]) {
    expect(text).toContain(part)
  }
})

// What the specification says of terms and privacy, and what the law adds to it.
test.each([
  `at least ${clinic.cancellation.noticeHours} hours’ notice`,
  `a fee of ${clinic.cancellation.feePercent}% of the service cost`,
  'Products may be returned within 14 days if they are unused and in their original packaging. The buyer pays for return shipping.',
  'Faulty or misdescribed goods should be reported within 14 days.',
  'pay-later provider',
  'Consumer Contracts Regulations 2013',
  'Consumer Rights Act 2015',
  'reject faulty goods within 30 days',
  'This does not affect your statutory rights.',
  `valid for ${clinic.vouchers.validMonths} months from purchase, to the end of the last day, and usable for any treatment`,
  'law of England and Wales',
])('the terms say “%s”', (sentence) => {
  expect(textOf('terms-conditions')).toContain(sentence)
})

test.each([
  'Remember-me cookies last one year',
  'erased 30 days after we sent them',
  '6 years',
  'Netlify',
  'Neon',
  'Stripe',
  'Postmark',
  'Information Commissioner’s Office',
  'sets no cookies for visitors',
])('the privacy policy says “%s”', (sentence) => {
  expect(textOf('privacy-policy')).toContain(sentence)
})

// A test of the server holds these lines against what is deleted when.
test('the privacy policy prints every line of what is kept, without the names of tables', () => {
  const blocks = privacyPolicy.chapters.flatMap((chapter) => chapter.blocks)
  const lines = blocks.flatMap((block) => (typeof block === 'object' && 'rows' in block ? block.rows : []))
  expect(lines.length).toBeGreaterThan(5)
  const text = textOf('privacy-policy')
  for (const part of lines.flat()) expect(text).toContain(part)
  expect(text).not.toMatch(/[a-z]_[a-z]/)
})

test('the cookie policy names every cookie and storage key', () => {
  for (const name of [
    'session storage',
    'Session cookie',
    'Passkey cookie',
    'Device cookie',
    'local storage',
    'Stripe',
    ...(clinic.position ? ['OpenStreetMap'] : []),
  ]) {
    expect(textOf('cookie-policy')).toContain(name)
  }
})

/** Each file that stores something in a browser, and what the cookie policy calls it. */
const STORED: Record<string, string> = {
  'src/components/site/NoticeBar.astro':
    'Which notice at the top of the page you have closed (local storage)',
  'src/islands/admin/login/login.store.ts': 'Email address (local storage)',
  'src/islands/admin/search/shortcut.ts': 'Search key on or off (local storage)',
  'src/islands/admin/session/stored-session.ts':
    'Session cookie, and in local storage a token, your email address, whether you are an owner, and the time you last used the portal',
  'src/islands/admin/shared/kept-drafts.ts':
    'Changes to the website that you have typed and not saved (session storage)',
  'src/islands/admin/shared/stored-flag.ts': 'First steps done or dismissed (local storage)',
  'src/islands/shop/pending-purchase.ts': 'Your unfinished purchase (session storage)',
  'src/islands/shop/shop-products.store.ts': 'Which product you have opened in the shop (session storage)',
  'src/islands/voucher/voucher-draft.ts': 'Your unfinished purchase (session storage)',
  'src/lib/purchase-token.ts': 'The link to your purchase that you have opened (session storage)',
  'src/lib/returned-intent.ts': 'Your unfinished purchase (session storage)',
}

/** They store what the others give them. */
const STORAGE = ['src/islands/checkout/drafts.ts', 'src/lib/session-storage.ts']

// ASVS 14.3.3
test('the cookie policy names the storage keys of every source file', () => {
  const root = resolve(import.meta.dirname, '../..')
  const storing = globSync('src/**/*.{ts,tsx,astro}', { cwd: root }).filter((file) =>
    /\b(?:(?:local|session)Storage\.setItem|writeSession|writeDraft|indexedDB)\b|document\.cookie =/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  )
  expect(storing.toSorted()).toEqual([...STORAGE, ...Object.keys(STORED)].toSorted())
  for (const name of Object.values(STORED)) expect(textOf('cookie-policy')).toContain(name)
})
