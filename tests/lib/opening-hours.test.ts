import { describe, expect, test } from 'vitest'
import { clockTime } from '#content/opening-times.ts'
import { closedOn, dayPartsOn, openingAt } from '#lib/opening-hours.ts'

const HOURS = [
  { weekdays: [1, 2, 3, 4], open: { from: '10:00', to: '20:00' } },
  { weekdays: [5], open: { from: '09:00', to: '18:00' } },
  { weekdays: [6], open: { from: '09:00', to: '15:00' } },
  { weekdays: [0], open: null },
]
const at = (moment: string) => openingAt(HOURS, new Date(moment))

describe('openingAt', () => {
  test('returns open until closing time', () => {
    expect(at('2026-11-20T17:59:00Z')).toEqual({ isOpen: true, next: 'until 6:00 PM' })
    expect(at('2026-11-20T18:00:00Z').isOpen).toBe(false)
  })

  test('names the next opening on any day', () => {
    expect(at('2026-11-20T07:30:00Z').next).toBe('opens at 9:00 AM')
    expect(at('2026-11-20T19:00:00Z').next).toBe('opens tomorrow at 9:00 AM')
    expect(at('2026-11-21T16:00:00Z').next).toBe('opens Monday at 10:00 AM')
    expect(at('2026-11-22T16:00:00Z').next).toBe('opens tomorrow at 10:00 AM')
  })

  test('uses Liverpool time in summer, too', () => {
    // 19:30 in London is 18:30 UTC
    expect(at('2026-07-15T18:30:00Z')).toEqual({ isOpen: true, next: 'until 8:00 PM' })
    expect(at('2026-07-15T19:00:00Z').isOpen).toBe(false)
  })

  test('names no opening if the clinic never opens', () => {
    expect(openingAt([{ weekdays: [0, 1, 2, 3, 4, 5, 6], open: null }], new Date())).toEqual({
      isOpen: false,
      next: '',
    })
  })
})

test.each([
  [
    'Monday',
    '2026-11-30',
    ['Morning, 10:00 AM to 12:00 PM', 'Midday, 12:00 PM to 4:00 PM', 'Evening, 4:00 PM to 8:00 PM'],
  ],
  ['Saturday', '2026-11-28', ['Morning, 9:00 AM to 12:00 PM', 'Midday, 12:00 PM to 3:00 PM']],
  ['Sunday', '2026-11-29', []],
  ['no day', '', ['Morning', 'Midday', 'Evening']],
])('dayPartsOn returns the parts of %s within its hours', (_, day, labels) => {
  expect(dayPartsOn(HOURS, day).map(({ label }) => label)).toEqual(labels)
})

test('closedOn speaks of a closed day only', () => {
  expect(closedOn(HOURS, '2026-11-29')).toBe('We are closed on Sundays, so we will suggest another day.')
  expect(closedOn(HOURS, '2026-11-30')).toBeUndefined()
  expect(closedOn(HOURS, '')).toBeUndefined()
})

test.each([
  ['00:15', '12:15 AM'],
  ['09:00', '9:00 AM'],
  ['12:00', '12:00 PM'],
  ['20:00', '8:00 PM'],
])('clockTime formats %s as %s', (time, written) => {
  expect(clockTime(time)).toBe(written)
})
