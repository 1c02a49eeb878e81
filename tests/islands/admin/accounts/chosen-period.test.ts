import { describe, expect, it } from 'vitest'
import {
  accountsIdOf,
  daysErrors,
  nameOfKind,
  periodLabel,
  periodNames,
  readAccountsId,
  readChosenPeriod,
} from '#islands/admin/accounts/chosen-period.ts'

const TODAY = '2026-04-17'

describe('periodNames', () => {
  it('lists what has begun since 2025, newest first', () => {
    expect(periodNames('month', TODAY)).toHaveLength(16)
    expect(periodNames('quarter', TODAY)).toEqual([
      '2026-Q2',
      '2026-Q1',
      '2025-Q4',
      '2025-Q3',
      '2025-Q2',
      '2025-Q1',
    ])
    expect(periodNames('year', TODAY)).toEqual(['2026', '2025'])
    expect(periodNames('tax_year', TODAY)).toEqual(['2026-27', '2025-26', '2024-25'])
    expect(periodNames('tax_year', '2026-04-05')[0]).toBe('2025-26')
  })
})

describe('readAccountsId', () => {
  it.each([
    ['2026-03', '2026-03'],
    ['2025-Q4.used', '2025-Q4'],
    ['2025-26.closing.free', '2025-26'],
    ['2026-01-05--2026-01-09.lost', '2026-01-05--2026-01-09'],
    [undefined, '2026-03'],
    ['2026-05', '2026-03'],
    ['2024-12', '2026-03'],
    ['2026-01-09--2026-01-05', '2026-03'],
    ['2026-04-01--2026-04-18', '2026-03'],
    ['2024-12-31--2025-01-31', '2026-03'],
    ['anything', '2026-03'],
  ])('shows of %s the period %s', (id, name) => {
    expect(readAccountsId(id, TODAY).period.name).toBe(name)
  })

  it('reads what accountsIdOf has written', () => {
    const opened = readAccountsId('2025-26.used.free', TODAY)
    expect(opened).toMatchObject({ figure: 'used', isFree: true })
    expect(accountsIdOf(opened)).toBe('2025-26.used.free')
    expect(readAccountsId('2026-03.anything', TODAY).figure).toBeUndefined()
  })

  it('shows the last year’s December in January, and the present month before any has ended', () => {
    expect(readAccountsId(undefined, '2026-01-31').period.name).toBe('2025-12')
    expect(readAccountsId(undefined, '2025-01-31').period.name).toBe('2025-01')
  })
})

describe('nameOfKind', () => {
  it.each([
    ['2025', 'month', '2025-12'],
    ['2026-Q2', 'month', '2026-04'],
    ['2026-03', 'quarter', '2026-Q1'],
    ['2025-Q1', 'tax_year', '2024-25'],
    ['2026-04', 'days', '2026-04-01--2026-04-17'],
    ['2024-25', 'days', '2025-01-01--2025-04-05'],
  ] as const)('turns %s into the %s %s', (name, kind, expected) => {
    expect(nameOfKind(kind, readChosenPeriod(name, TODAY)!, TODAY)).toBe(expected)
  })
})

describe('periodLabel', () => {
  it.each([
    ['2026-03', 'March 2026'],
    ['2025-Q4', 'October to December 2025'],
    ['2025', '2025'],
    ['2025-26', '6 Apr 2025 to 5 Apr 2026'],
    ['2026-03-17--2026-03-17', '17 Mar 2026'],
  ])('calls %s %s', (name, label) => {
    expect(periodLabel(readChosenPeriod(name, TODAY)!)).toBe(label)
  })
})

describe('daysErrors', () => {
  it.each([
    [{ from: '', to: '2026-01-05' }, 'from'],
    [{ from: '2026-01-05', to: '2026-01-04' }, 'to'],
    [{ from: '2025-01-01', to: '2026-04-01' }, 'to'],
    [{ from: '2024-12-31', to: '2025-01-04' }, 'from'],
    [{ from: '2026-04-01', to: '2026-04-18' }, 'to'],
  ])('names for %o the field %s', (days, field) => {
    expect(Object.keys(daysErrors(days, TODAY))).toEqual([field])
  })
})
