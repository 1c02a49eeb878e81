import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  LineSchema,
  MessageSchema,
  normalizeToken,
  OptionalEmailSchema,
  OptionalLineSchema,
  PhoneSchema,
} from '#contract/base/text.ts'
import { VoucherCodeSchema } from '#contract/vouchers/admin-vouchers.ts'

const NameSchema = LineSchema({ tooShort: 'Name required' })
const nameOf = (typed: string) => safeParse(NameSchema, typed).output
const shown = (text: string) =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/g, (sign) => `<${sign.codePointAt(0)?.toString(16)}>`)

// ASVS 1.3.3
describe('a name', () => {
  it.each([
    ['\u202aJane Hopkins\u202c', 'Jane Hopkins'],
    ['\u2068Jane\u2069 \u200eHopkins\u200f', 'Jane Hopkins'],
    ['Jane\u200b \u2060Hop\u00adkins\ufeff', 'Jane Hopkins'],
    ['\u200dJane \u200cHopkins', 'Jane Hopkins'],
    ['J.\u200cR. Hopkins', 'J.R. Hopkins'],
    ['\u3000Jane\u00a0\u2003Hopkins', 'Jane Hopkins'],
    ['\u061cمریم', 'مریم'],
  ])('loses what nobody sees in %j', (typed, name) => expect(nameOf(typed), shown(typed)).toBe(name))

  it.each([
    'علی\u200cرضا',
    'क\u094d\u200dष',
    'ശ്രീജിത\u0d4d\u200d',
    'ශ්\u200dරී',
    'ক\u09cd\u200c\u09b7',
    '👨\u200d👩\u200d👧\u200d👦 Hopkins',
    '👩🏽\u200d🦰 Jo',
    '🏳\ufe0f\u200d🌈 Jo',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Jo',
    'Zoë O’Neill-Şahin',
    'Nguyễn Thị',
    '葛\u{e0100}城',
  ])('keeps %j as it is', (name) => expect(nameOf(name), shown(name)).toBe(name))

  it.each([
    '',
    '  ',
    '\u200b\u200b',
    '\u3164\u3164',
    '\u2800\u2800',
    '\u00ad\u00ad',
    '\u200f\u200f',
    '\uffa0 \u115f',
    '\ufe0f\ufe0f',
    '\u180e\u034f',
    '\u00a0\u3000',
    '\u{1d159}\u{1d159}',
    '\ufffc\ufffc',
    '\u0301\u0302',
    '\u093f \u20dd',
  ])('is missing if nothing of it is visible: %j', (typed) => {
    expect(safeParse(NameSchema, typed).success, shown(typed)).toBe(false)
    expect(safeParse(OptionalLineSchema(100), typed).output).toBeUndefined()
    expect(safeParse(MessageSchema(100), typed).output).toBeUndefined()
  })
})

it.each(['\u2800'.repeat(6), '\u0301\u0301', ' \u200b '])('normalizeToken leaves nothing of %j', (typed) =>
  expect(normalizeToken(typed), shown(typed)).toBe(''),
)

describe('a phone number', () => {
  it.each([
    ['\u202d07700 900123\u202c', '07700 900123'],
    ['\u2068+44\u00a07700\u00a0900123\u2069', '+44 7700 900123'],
    ['07700\u2011900\u2010123', '07700-900-123'],
    ['07700 − 900123', '07700 - 900123'],
    ['\u200b07700\u200c900123', '07700900123'],
    ['０１５１ ４９６ ０１２３', '0151 496 0123'],
    ['0151/496 0123', '0151/496 0123'],
    ['0151 496 0123.', '0151 496 0123'],
    ['tel:+44-151-496-0123', '+44-151-496-0123'],
    ['Tel. 0151 496 0123;', '0151 496 0123'],
    ['0151\u00b7496\u00b70123', '0151 496 0123'],
    ['0151 \u2022 496 \u30fb 0123', '0151 496 0123'],
    ['(+44) 7700 900123', '(+44) 7700 900123'],
    ['(+44)7700900123', '(+44)7700900123'],
    ['+44 (0)151 496 0123', '+44 (0)151 496 0123'],
    ['[0151] 496 0123', '[0151] 496 0123'],
    ['0151 496 0123 x12', '0151 496 0123 x12'],
    ['0151 496 0123 ext. 12', '0151 496 0123 ext. 12'],
    ['07700 900123 (after 6pm)', '07700 900123 (after 6pm)'],
    ['07700 900123 / 0151 496 0123', '07700 900123 / 0151 496 0123'],
    ['Mob: 07700 900123', 'Mob: 07700 900123'],
    ['07700 900123 – Ann', '07700 900123 - Ann'],
    ['☎ 07700 900123', '☎ 07700 900123'],
    ['WhatsApp 07700 900123 only', 'WhatsApp 07700 900123 only'],
    ['07700 900123, evenings', '07700 900123, evenings'],
    ['0151-496-0123#4', '0151-496-0123#4'],
    ['٠٧٧٠٠ ٩٠٠١٢٣', '07700 900123'],
    ['०७७०० ९००१२३', '07700 900123'],
    ['۰۷۷۰۰۹۰۰۱۲۳', '07700900123'],
    ['+86 138 0013 8000 (李伟)', '+86 138 0013 8000 (李伟)'],
  ])('is read from %j', (typed, phone) => expect(safeParse(PhoneSchema(), typed).output).toBe(phone))

  it.each(['', 'ring me', '12', '496 012', 'x', '0123456789'.repeat(5)])('is not read from %j', (typed) =>
    expect(safeParse(PhoneSchema(), typed).success).toBe(false),
  )
})

describe('a voucher code', () => {
  it.each([
    '7k2m 0pqr 4xvb 19dn',
    '\u200e7K2M-0PQR-4XVB-19DN\u200f',
    '\u20687K2M\u20600PQR\u00ad4XVB19DN\u2069',
    '"7K2M-0PQR-4XVB-19DN".',
    '„7K2M-0PQR-4XVB-19DN“',
    '«7K2M‑0PQR‑4XVB‑19DN»,',
    '‘7K2M—0PQR−4XVB–19DN’',
    '７Ｋ２Ｍ０ＰＱＲ４ＸＶＢ１９ＤＮ',
    '7K2M0PQR4XVB19DN .',
    '*7K2M-0PQR-4XVB-19DN*!',
    '(7K2M-0PQR-4XVB-19DN)',
    '• [7K2M-0PQR-4XVB-19DN]?',
    '<7K2M 0PQR 4XVB 19DN>;',
    '7K2M.0PQR/4XVB_19DN',
    'Code: 7K2M-0PQR-4XVB-19DN',
    'Your voucher code : “7K2M-0PQR-4XVB-19DN”.',
    'GUTSCHEINCODE：7K2M 0PQR 4XVB 19DN',
    'Code: https://clinic.example/voucher#7K2M0PQR4XVB19DN',
  ])('is read from %j', (typed) =>
    expect(safeParse(VoucherCodeSchema, typed).output).toBe('7K2M0PQR4XVB19DN'),
  )

  it.each(['', '.', '""', '\u200b'])('is not read from %j', (typed) =>
    expect(safeParse(VoucherCodeSchema, typed).success).toBe(false),
  )
})

it.each([null, undefined, '', ' ', '\u200b'])('OptionalEmailSchema reads %j as no address', (typed) =>
  expect(safeParse(OptionalEmailSchema('?'), typed)).toMatchObject({ success: true, output: undefined }),
)
