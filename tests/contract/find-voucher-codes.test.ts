import { assert, constantFrom, integer, property, string, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkCharacter,
  CODE_ALPHABET,
  findVoucherCodes,
  formatVoucherCode,
  readPrintedCode,
  readVoucherCode,
} from '#contract/vouchers/voucher-code.ts'

const CODE = '7K2M0PQR4XVB19DY'
const PRINTED = '7K2M-0PQR-4XVB-19DY'
const OTHER = `7KRQ9H3E5KA9WKY${checkCharacter('7KRQ9H3E5KA9WKY')}`
const TOKEN = `3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001.${'aB-_'.repeat(11).slice(1)}`
const LINK = `https://clinic.example/voucher#${CODE}`

describe('a code is found', () => {
  it.each([
    PRINTED.toLowerCase(),
    '7K2M 0PQR 4XVB 19DY',
    '7k2m opqr 4xvb i9dy',
    `Voucher code\n${PRINTED}`,
    `Voucher code – ${PRINTED}`,
    `The code is ${PRINTED}.`,
    'this code 7K2M 0PQR 4XVB 19DY',
    `my code: 7k2m 0pqr 4xvb 19dy, thanks`,
    `${PRINTED}\nValid until 3 May 2027`,
    `£50 ${PRINTED}`,
    `CODE ${PRINTED}`,
    `THE CODE IS ${PRINTED.replaceAll('-', ' ')}`,
    `${PRINTED} 2027`,
    `*${PRINTED}*`,
    `Gift voucher 1006 (${PRINTED}), £50.00`,
    `“${CODE}”`,
    `${LINK}.${TOKEN}`,
    `${LINK} ${LINK}`,
    LINK.replace('#', '%23'),
    `https://eur03.safelinks.protection.outlook.com/?url=${encodeURIComponent(`${LINK}.${TOKEN}`)}&data=05%7C02%7C`,
    `https://gateway.example/?u=${encodeURIComponent(encodeURIComponent(LINK))}`,
    LINK.replace('#', '£'),
    LINK.replace('#', '\\'),
    LINK.replace('#', '§'),
    LINK.replace('#', '"'),
    LINK.toUpperCase().replace('#', '£'),
    `httpsÖ--clinic.example-voucherÖ${CODE}`,
    `]Q3${LINK}`,
    `${LINK}?fbclid=IwAR0xq`,
    `\u202d7K2M\u20110PQR\u20114XVB\u201119DY\u202c`,
    `７Ｋ２Ｍ－０ＰＱＲ－４ＸＶＢ－１９ＤＹ`,
  ])('in %j', (text) => {
    expect(findVoucherCodes(text)).toEqual([CODE])
    expect([readPrintedCode(text), readVoucherCode(text)]).toEqual([CODE, CODE])
  })

  it('whatever words, signs and links are around it', () => {
    const code = tuple(
      string({ unit: constantFrom(...CODE_ALPHABET.split('')), minLength: 15, maxLength: 15 }),
    ).map(([body]) => body + checkCharacter(body))
    const around = string({
      unit: constantFrom(
        'the ',
        'codes ',
        'is\n',
        '£50 ',
        '“',
        '*',
        '(',
        ' – ',
        ': ',
        'https://a.example/?b=c ',
        '🎁',
      ),
      maxLength: 12,
    })
    assert(
      property(code, around, around, integer({ min: 0, max: 3 }), (wanted, before, after, form) => {
        const written = [
          formatVoucherCode(wanted),
          formatVoucherCode(wanted).toLowerCase(),
          ` ${wanted} `,
          `https://clinic.example/voucher%23${wanted}`,
        ][form]!
        expect(readPrintedCode(`${before} ${written} ${after}`)).toBe(wanted)
      }),
    )
  })
})

describe('no code is found', () => {
  it.each([
    'The Royal Liver Building',
    'one four five five',
    `${CODE.slice(0, 15)}A`,
    `${PRINTED}-2027`,
    `${CODE}7`,
    `x${CODE}`,
    `Ö${CODE}`,
    '1234-5678-9012-3456-7890',
    '1234 5678 9012 3456 7890',
    `${PRINTED}-50`,
    `GC-${PRINTED}`,
    `${PRINTED.replaceAll('-', ' ')} 50`,
    PRINTED.repeat(1000),
    'GC-7710-2044',
    'WINTEROIL26',
    '4242 4242 4242 4243',
    '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001',
    'https://clinic.example/voucher',
    'https://clinic.example/voucher#WINTEROIL26',
    '',
  ])('in %j', (text) => expect(findVoucherCodes(text)).toEqual([]))

  it.each([
    ['WINTER-OIL 26', 'WINTEROIL26'],
    ['Code: WINTER-OIL-26', 'WINTEROIL26'],
    ['https://clinic.example/voucher#WINTEROIL26', 'WINTEROIL26'],
    ['1234-5678-9012-3456-7890', '12345678901234567890'],
    ['0000-0000-0000-0000-0', '00000000000000000'],
  ])('and %j is taken whole', (text, code) => expect(readPrintedCode(text)).toBe(code))
})

it('several codes are all found, each once, those of a link before others', () => {
  const printed = formatVoucherCode(OTHER)
  expect(findVoucherCodes(`${PRINTED} and ${printed}, not ${PRINTED}`)).toEqual([CODE, OTHER])
  expect(findVoucherCodes(`${PRINTED} ${printed}`)).toEqual([CODE, OTHER])
  expect(findVoucherCodes(`${printed} or ${LINK}`)).toEqual([CODE])
  expect(findVoucherCodes(`${OTHER} or ${PRINTED}`)).toEqual([CODE])
})
