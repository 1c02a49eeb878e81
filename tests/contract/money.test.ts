import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  AMOUNT_FORM,
  formatPounds,
  parsePence,
  PoundsSchema,
  readPounds,
  shortPounds,
} from '#contract/base/money.ts'

describe('parsePence', () => {
  it.each([
    ['50', 5000],
    ['50.5', 5050],
    ['0.3', 30],
    [' 19.99 ', 1999],
    ['-3.20', -320],
    ['-0', 0],
    ['.5', 50],
    ['.50', 50],
    ['£50', 5000],
    [' £ 50.00 ', 5000],
    ['-£3.20', -320],
    ['\u202a£50\u202c', 5000],
    ['\u00a050', 5000],
    ['999999.99', 99_999_999],
    ['５０', 5000],
    ['£٥٠', 5000],
    ['५०.५', 5050],
    ['𝟝𝟘', 5000],
  ])('reads %j as %i pence', (text, pence) => expect(parsePence(text)).toBe(pence))

  // ASVS 1.4.2, 2.2.1
  it.each([
    '',
    '.',
    '£',
    '-',
    '5.',
    '.505',
    '1e2',
    '0.001',
    '1,000',
    '50,00',
    '1.000,00',
    '$50',
    '50p',
    '££5',
    '£-5',
    '+5',
    '--5',
    '0x10',
    'NaN',
    '1234567',
    '5 0',
  ])('refuses %j', (text) => expect(parsePence(text)).toBeUndefined())
})

describe('PoundsSchema', () => {
  const schema = PoundsSchema({ min: 1, max: 5000, invalid: 'Amount?', tooSmall: '<', tooLarge: '>' })

  it.each([
    ['1,000', AMOUNT_FORM],
    ['£٥٠٫٥', AMOUNT_FORM],
    ['50p', AMOUNT_FORM],
    ['', 'Amount?'],
    ['fifty', 'Amount?'],
    ['0', 'Amount?'],
  ])('refuses %j with “%s”', (text, sentence) =>
    expect(safeParse(schema, text).issues?.[0].message).toBe(sentence),
  )
})

it.each([
  ['£60', '60.00'],
  ['.50', '0.50'],
  [' 70.5\u00a0', '70.50'],
  ['5,00', undefined],
  ['1,000', undefined],
  ['sixty', undefined],
])('readPounds reads the pasted amount %j as %j', (pasted, text) => expect(readPounds(pasted)).toBe(text))

describe('formatPounds', () => {
  it.each([
    [5000, '50.00'],
    [5, '0.05'],
    [-320, '-3.20'],
    [0, '0.00'],
  ])('writes %i pence as %j', (pence, text) => expect(formatPounds(pence)).toBe(text))

  it('is the inverse of parsePence', () => {
    for (let pence = -1000; pence <= 1000; pence++) expect(parsePence(formatPounds(pence))).toBe(pence)
  })
})

describe('shortPounds', () => {
  it('omits zero pence', () => {
    expect(shortPounds(5000)).toBe('£50')
    expect(shortPounds(1250)).toBe('£12.50')
  })
})
