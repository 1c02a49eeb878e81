import { getDotPath, safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  NO_WEBSITE,
  parsePosition,
  telOf,
  websiteProblems,
  WebsiteSchema,
  type Website,
} from '#contract/website/website.ts'

const CLOSURE = { from: '2026-12-24', to: '2027-01-02', open: null, reason: 'Christmas' }
const CONTACT = {
  phone: '0151 496 0123',
  email: 'hello@clinic.example.com',
  address: { street: '1 Example Street', city: 'Liverpool', postcode: 'l1 0aa' },
  position: null,
  social: [],
}
const week = (open: unknown) => ({ week: Array(7).fill(open), closures: [] })

/** Returns the website with a part, or the field paths that are wrong. */
function read(part: object): { website?: Website; wrong?: (string | null)[] } {
  const parsed = safeParse(WebsiteSchema, { ...NO_WEBSITE, ...part })
  return parsed.success
    ? { website: parsed.output }
    : { wrong: parsed.issues.map((issue) => getDotPath(issue)) }
}

describe('the website that an owner saves', () => {
  it.each<[string, object, string]>([
    [
      'hours that end before they begin',
      { opening: week({ from: '18:00', to: '09:00' }) },
      'opening.week.0.to',
    ],
    ['hours that end as they begin', { opening: week({ from: '09:00', to: '09:00' }) }, 'opening.week.0.to'],
    ['hours until 24:00', { opening: week({ from: '09:00', to: '24:00' }) }, 'opening.week.0.to'],
    ['a week of six days', { opening: { week: Array(6).fill(null), closures: [] } }, 'opening.week'],
    [
      'a closure that ends first',
      { opening: { ...week(null), closures: [{ ...CLOSURE, to: '2026-12-23' }] } },
      'opening.closures.0.to',
    ],
    [
      '31 February',
      { opening: { ...week(null), closures: [{ ...CLOSURE, from: '2027-02-31' }] } },
      'opening.closures.0.from',
    ],
    [
      '101 closures',
      { opening: { ...week(null), closures: Array.from({ length: 101 }, () => CLOSURE) } },
      'opening.closures',
    ],
    [
      'a reason of 61 characters',
      { opening: { ...week(null), closures: [{ ...CLOSURE, reason: 'x'.repeat(61) }] } },
      'opening.closures.0.reason',
    ],
    [
      'a notice of 100 KB',
      { notice: { text: 'x'.repeat(100_000), from: '2026-12-01', to: '2026-12-02', level: 'calm' } },
      'notice.text',
    ],
    [
      'a notice of control characters',
      { notice: { text: '\u0000\u0007\u200b', from: '2026-12-01', to: '2026-12-02', level: 'calm' } },
      'notice.text',
    ],
    [
      'an unknown level',
      { notice: { text: 'Closed', from: '2026-12-01', to: '2026-12-02', level: 'loud' } },
      'notice.level',
    ],
    ['a telephone that is none', { contact: { ...CONTACT, phone: 'ring us' } }, 'contact.phone'],
    ['a telephone without an area', { contact: { ...CONTACT, phone: '496 0123' } }, 'contact.phone'],
    ['an email that is none', { contact: { ...CONTACT, email: 'hello@clinic' } }, 'contact.email'],
    [
      'a position at no place',
      { contact: { ...CONTACT, position: { latitude: 153, longitude: -2 } } },
      'contact.position.latitude',
    ],
    [
      'a link that is a script',
      { contact: { ...CONTACT, social: [{ name: 'Facebook', url: 'javascript:alert(1)' }] } },
      'contact.social.0.url',
    ],
    [
      'a link with a user',
      { contact: { ...CONTACT, social: [{ name: 'Facebook', url: 'https://a@example.com/' }] } },
      'contact.social.0.url',
    ],
    [
      'a link of 85 characters that has 385 as it is stored',
      {
        contact: {
          ...CONTACT,
          social: [{ name: 'Facebook', url: `https://facebook.com/abcd${'é'.repeat(60)}` }],
        },
      },
      'contact.social.0.url',
    ],
    [
      '£0',
      { prices: { firstVisit: [{ minutes: 30, pounds: '0' }], therapies: {} } },
      'prices.firstVisit.0.pounds',
    ],
    [
      '50,00',
      { prices: { firstVisit: [], therapies: { massage: [{ minutes: 30, pounds: '50,00' }] } } },
      'prices.therapies.massage.0.pounds',
    ],
    [
      'a price for a minute',
      { prices: { firstVisit: [{ minutes: 1, pounds: '5' }], therapies: {} } },
      'prices.firstVisit.0.minutes',
    ],
    [
      'two prices for 60 minutes',
      {
        prices: {
          firstVisit: [],
          therapies: {
            massage: [
              { minutes: 60, pounds: '50' },
              { minutes: 60, pounds: '55' },
            ],
          },
        },
      },
      'prices.therapies.massage.1.minutes',
    ],
  ])('refuses %s beside its field', (_, part, path) => {
    expect(read(part).wrong).toContain(path)
  })

  it('normalises what an owner types, and keeps markup as text', () => {
    const { website } = read({
      notice: {
        text: '  <b>Closed\u0007\u200b</b>\n on Friday! ',
        from: '2026-12-01',
        to: '2026-12-02',
        level: 'calm',
      },
      contact: {
        ...CONTACT,
        phone: '0151\u00a0496 0123',
        social: [{ name: 'Facebook', url: 'https://Facebook.com/clinic' }],
      },
      prices: {
        firstVisit: [
          { minutes: 60, pounds: '£45' },
          { minutes: 30, pounds: 20.5 },
        ],
        therapies: {},
      },
    })
    expect(website?.notice?.text).toBe('<b>Closed</b> on Friday!')
    expect(website?.contact).toMatchObject({ phone: '0151 496 0123', address: { postcode: 'L1 0AA' } })
    expect(website?.contact?.social).toEqual([{ name: 'Facebook', url: 'https://facebook.com/clinic' }])
    expect(website?.prices?.firstVisit).toEqual([
      { minutes: 30, pounds: '20.50' },
      { minutes: 60, pounds: '45.00' },
    ])
    expect(read(website!).website).toEqual(website)
  })

  it('may say what advertising rules forbid: that is a hint, and stops no build', () => {
    expect(
      read({ gettingHere: [{ by: 'Bus', text: 'The healing bus cures everything!' }] }).wrong,
    ).toBeUndefined()
  })
})

describe('websiteProblems', () => {
  const opening = (...closures: object[]) =>
    ({ ...NO_WEBSITE, opening: { week: Array(7).fill(null), closures } }) as Website

  it('refuses what has passed, unless it was there before', () => {
    const past = opening({ ...CLOSURE, from: '2026-11-20', to: '2026-11-25' })
    expect(Object.keys(websiteProblems(past, NO_WEBSITE, '2026-11-26'))).toEqual(['opening.closures.0.to'])
    expect(websiteProblems(past, past, '2026-11-26')).toEqual({})
  })

  it('accepts a closure that has begun and ends today, and refuses one in three years', () => {
    expect(
      websiteProblems(
        opening({ ...CLOSURE, from: '2026-11-20', to: '2026-11-26' }),
        NO_WEBSITE,
        '2026-11-26',
      ),
    ).toEqual({})
    const far = opening({ ...CLOSURE, to: '2029-11-26' })
    expect(Object.keys(websiteProblems(far, NO_WEBSITE, '2026-11-26'))).toEqual(['opening.closures.0.to'])
  })
})

it.each([
  ['0151 496 0123', '+441514960123'],
  ['+44 (0)151 496-0123', '+441514960123'],
  ['0044 151 496 0123', '+441514960123'],
  ['+353 1 234 5678', '+35312345678'],
  ['999', undefined],
  ['+44 151', undefined],
])('telOf("%s") returns %s', (typed, tel) => {
  expect(telOf(typed)).toBe(tel)
})

it.each([
  ['53.4028, -2.9793', { latitude: 53.4028, longitude: -2.9793 }],
  ['(53.4028 -2.9793)', { latitude: 53.4028, longitude: -2.9793 }],
  ['https://www.google.com/maps/@53.4,-2.97,17z', { latitude: 53.4, longitude: -2.97 }],
  [
    'https://www.google.com/maps/place/X/@53.1,-2.1,17z/data=!3d53.4!4d-2.97',
    { latitude: 53.4, longitude: -2.97 },
  ],
  ['https://www.openstreetmap.org/#map=19/53.40/-2.97', { latitude: 53.4, longitude: -2.97 }],
  ['1 Example Street', undefined],
  ['95, 3', undefined],
  ['', undefined],
])('parsePosition("%s") returns %o', (pasted, position) => {
  expect(parsePosition(pasted)).toEqual(position)
})
