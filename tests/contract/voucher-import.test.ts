import * as fc from 'fast-check'
import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { findImportFaults, ImportRowSchema } from '#contract/vouchers/voucher-import.ts'

const ROW = { code: 'GV-00412', balance: '25.00' }

/** What a row is read to, or its first fault. */
function read(row: Record<string, unknown>): Record<string, unknown> | string {
  const { success, output, issues } = safeParse(ImportRowSchema, { ...ROW, ...row })
  return success ? output : issues[0].message
}

const field = (name: string, text: unknown) => {
  const row = read({ [name]: text })
  return typeof row === 'string' ? row : row[name]
}

describe('a row of an import', () => {
  it('needs a code and a balance only', () => {
    expect(read({})).toMatchObject({ code: 'GV00412', balance: 2500 })
    expect(read({ recipientName: ' ', recipientEmail: '', issuedOn: ' ', note: '' })).toEqual({
      code: 'GV00412',
      balance: 2500,
    })
  })

  it.each([
    ['gv 412/7', 'GV4127'],
    ['№ 00412', 'NO00412'],
    ['#AB.12', 'AB12'],
    [' ａｂ１２ ', 'AB12'],
    ['', 'The code is missing'],
    [undefined, 'The code is missing'],
    ['-- /', 'The code is missing'],
    ['1.23457E+12', 'A spreadsheet has shortened this number. Please write the code as it is on the voucher'],
    ['Total:', 'This looks like the total of the list, not a voucher. Please leave it out'],
    ['A-12', 'A code has 4 to 32 letters (A to Z) or digits. Please check it'],
    ['MÜNZE', 'A code has 4 to 32 letters (A to Z) or digits. Please check it'],
    ['1'.repeat(33), 'A code has 4 to 32 letters (A to Z) or digits. Please check it'],
  ])('reads the code %j as %s', (code, expected) => expect(field('code', code)).toBe(expected))

  it.each([
    '****1234',
    '*1234',
    '**** **** **** 1234',
    '* * * * 1234',
    '(****1234)',
    'GC ****1234',
    '1234****5678',
    'AB12***',
    '•••• •••• •••• Q7ZX',
    '●●●●9K2M',
    '·1234',
    '××××1234',
    '████ 9K2M',
    '…12E4',
    '...12E4',
    '..12E4',
    '⋯12E4',
    'GV-00…',
    'XXXX-XXXX-XXXX-9K2M',
    'XXXX-…-9K2M',
    'xxxx1234',
    'XXX-1234',
    'GC-XXX-1234',
    'XX-XX-9K2M',
    'X-X-X-1234',
    '411111XXXXXX1111',
    '1234-XXXX',
    '####1234',
    '## ## 9K2M',
    '____1234',
    '????1234',
    '?12E4',
    'AB?12',
    '\ufffd\ufffd\ufffd1234',
    'Ends in 1234',
    'Gift card ending 9K2M',
    'last four: 1234',
  ])('refuses the code %j, which is only a part of one', (code) =>
    expect(field('code', code)).toBe(
      'This is only a part of a code. Please enter the whole code, or export the whole codes from the other system',
    ),
  )

  it.each([
    ['XMAS-2026', 'XMAS2026'],
    ['XX-2026', 'XX2026'],
    ['XXL-4421', 'XXL4421'],
    ['XXXL-4421', 'XXXL4421'],
    ['XXXV-2026', 'XXXV2026'],
    ['FOXXX-12', 'FOXXX12'],
    ['MAXX-XXL1', 'MAXXXXL1'],
    ['XX1-XX2-XX3', 'XX1XX2XX3'],
    ['A-X-12', 'AX12'],
    // With its check character.
    ['XXX2-9K2M-A1B2-0001', 'XXX29K2MA1B20001'],
    ['GC#0042', 'GC0042'],
    ['#0042', '0042'],
    ['GV·0042', 'GV0042'],
    ['GV*0042', 'GV0042'],
    ['*GV0042*', 'GV0042'],
    ['**AB12CD34**', 'AB12CD34'],
    ['AB12*', 'AB12'],
    ['AB12CD?', 'AB12CD'],
    ['AB12CD.', 'AB12CD'],
    ['~0042', '0042'],
    ['ENDING2026', 'ENDING2026'],
    ['WEEKEND 12', 'WEEKEND12'],
    ['LAST-2026', 'LAST2026'],
  ])('reads the code %j, which only looks masked, as %s', (code, expected) =>
    expect(field('code', code)).toBe(expected),
  )

  it('refuses every code of which signs hide all but the end', () => {
    const end = fc.stringMatching(/^[A-Z0-9]{2,4}$/)
    const sign = fc.constantFrom('*', '•', '●', 'X', '#', '█', '?')
    const mask = fc.tuple(sign, fc.constantFrom('', '-', ' '), fc.integer({ min: 1, max: 3 }))
    fc.assert(
      fc.property(mask, end, ([one, between, groups], last) => {
        const code = [...Array.from({ length: groups }, () => one.repeat(4)), last].join(between)
        expect(field('code', code)).toMatch('This is only a part of a code.')
      }),
    )
  })

  it('reads every code of letters and digits without a run of X, in groups or not', () => {
    const group = fc.stringMatching(/^[0-9A-HJKMNP-WYZ]X?[0-9A-HJKMNP-WYZ]{1,6}$/)
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 2, maxLength: 4 }),
        fc.constantFrom('', '-', '/', '_'),
        (groups, between) => {
          const code = groups.join('')
          expect(field('code', groups.join(between))).toBe(code)
        },
      ),
    )
  })

  it.each([
    ['25', 2500],
    ['£25.00', 2500],
    ['25.00 GBP', 2500],
    ['gbp 25.5', 2550],
    ['£ 1,000.00', 100_000],
    ['0.01', 1],
    ['', 'The balance is missing'],
    [undefined, 'The balance is missing'],
    ['25,00', 2500],
    ['25,0', 'Please enter an amount such as 50 or 50.00'],
    ['1,000', 'Please enter an amount such as 50 or 50.00'],
    ['ten', 'Please enter an amount such as 50 or 50.00'],
    ['-5.00', 'The balance is below zero. Please correct it'],
    ['-£5', 'The balance is below zero. Please correct it'],
    ['0.00', 'Nothing is left on this voucher. Please leave it out'],
    ['1000.01', 'A voucher can hold at most £1,000.00'],
  ])('reads the balance %j as %s', (balance, expected) => expect(field('balance', balance)).toBe(expected))

  it('takes an original amount that a voucher here could not hold', () => {
    expect(field('originalAmount', '£2,500.00')).toBe(250_000)
    expect(field('originalAmount', '')).toBeUndefined()
    expect(field('originalAmount', '10000.01')).toMatch('The original amount is more than £10,000.00')
  })

  it.each([
    ['31/12/2026', '2026-12-31'],
    ['1/2/26', '2026-02-01'],
    ['31.12.2026', '2026-12-31'],
    ['31-Dec-26', '2026-12-31'],
    ['31 December 2026', '2026-12-31'],
    ['Thursday 3rd Sept 2026', '2026-09-03'],
    ['Thu, 3 Sep 2026', '2026-09-03'],
    ['2026-12-31', '2026-12-31'],
    ['2026-12-31T23:59:59Z', '2026-12-31'],
    ['31/12/2026 10:30', '2026-12-31'],
    ['Dec 31, 2026', '2026-12-31'],
    ['Thursday, December 31st 2026', '2026-12-31'],
    ['12/31/2026', 'Please enter a date such as 31/12/2026'],
    ['31/02/2026', 'Please enter a date such as 31/12/2026'],
    ['31 Foo 2026', 'Please enter a date such as 31/12/2026'],
    ['next year', 'Please enter a date such as 31/12/2026'],
    ['46387', 'Please enter a date such as 31/12/2026'],
    ['', undefined],
  ])('reads the day %j as %s', (day, expected) => expect(field('expiryDate', day)).toBe(expected))

  it.each([
    'never',
    'Never expires',
    'None',
    'N/A',
    'n.a.',
    'not applicable',
    'No expiry',
    'no expiration date',
    'Non-expiring',
    'without an expiry date',
    'Does not expire',
    'Doesn’t expire',
    'won’t expire',
    'no end date',
    'no limit',
    'no time limit',
    'Unlimited',
    'Lifetime',
    'valid for life',
    'forever',
    'indefinitely',
    'open-ended',
    '∞',
    '-',
    '—',
    'null',
    '0000-00-00 00:00:00',
    '9999-12-31',
    '31/12/9999',
  ])('has no last day if its last day is %j', (day) => expect(field('expiryDate', day)).toBeUndefined())

  it.each(['unknown', 'soon', 'yes', 'expired', '12 months', 'opening'])(
    'asks for the last day if it is %j',
    (day) => expect(field('expiryDate', day)).toBe('Please enter a date such as 31/12/2026'),
  )

  it.each(['-', 'n/a', 'none'])('has no date of issue if that is %j, but not if it is "never"', (day) => {
    expect(field('issuedOn', day)).toBeUndefined()
    expect(field('issuedOn', 'never')).toBe('Please enter a date such as 31/12/2026')
  })

  it('keeps the line breaks of a note, and refuses what is no email address', () => {
    expect(field('note', 'Paid by\r\ncheque')).toBe('Paid by\ncheque')
    expect(field('recipientEmail', 'someone at example')).toBe(
      'Please enter a valid email address, or leave it out',
    )
  })
})

describe('findImportFaults', () => {
  const TODAY = '2026-11-26'
  const faultsOf = (...rows: Record<string, unknown>[]) =>
    findImportFaults(
      rows.map((row) => read(row) as never),
      TODAY,
    ).map(({ row, field: name, message }) => [row, name, message])

  it('names both rows whose codes are the same without punctuation or similar letters', () => {
    const same = expect.stringContaining('Another row has the same code')
    expect(faultsOf({ code: 'AB-1O' }, { code: 'other' }, { code: 'a b/l0' })).toEqual([
      [0, 'code', same],
      [2, 'code', same],
    ])
  })

  it('refuses a last day that is past or ten years away, and takes today', () => {
    expect(faultsOf({ code: 'AAAA', expiryDate: TODAY }, { code: 'BBBB', expiryDate: '2036-11-26' })).toEqual(
      [],
    )
    expect(
      faultsOf({ code: 'AAAA', expiryDate: '2026-11-25' }, { code: 'BBBB', expiryDate: '2036-11-27' }),
    ).toEqual([
      [0, 'expiryDate', 'The last valid day has passed. Please enter a later day'],
      [1, 'expiryDate', 'Please enter a last valid day in the next 10 years'],
    ])
  })

  it('refuses a voucher that would be issued tomorrow', () => {
    expect(faultsOf({ issuedOn: '2026-11-27' })).toEqual([
      [0, 'issuedOn', 'The date of issue is in the future. Please enter today or an earlier day'],
    ])
  })
})
