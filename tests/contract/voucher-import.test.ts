import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { findImportFaults, ImportRowSchema } from '#contract/voucher-import.ts'

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
    ['12/31/2026', 'Please enter a date such as 31/12/2026'],
    ['31/02/2026', 'Please enter a date such as 31/12/2026'],
    ['31 Foo 2026', 'Please enter a date such as 31/12/2026'],
    ['next year', 'Please enter a date such as 31/12/2026'],
    ['46387', 'Please enter a date such as 31/12/2026'],
    ['', undefined],
  ])('reads the day %j as %s', (day, expected) => expect(field('expiryDate', day)).toBe(expected))

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
