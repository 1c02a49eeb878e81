import { expect, test } from 'vitest'
import type { Closure, OpeningTimes } from '#contract/website/opening-days.ts'
import { dayPartsOn, describeDay } from '#lib/preferred-day.ts'

const hours = [
  { weekdays: [1, 2, 3, 4], open: { from: '10:00', to: '20:00' } },
  { weekdays: [5], open: { from: '09:00', to: '18:00' } },
  { weekdays: [6], open: { from: '09:00', to: '15:00' } },
  { weekdays: [0], open: null },
]
const CLOSURES: Closure[] = [
  { from: '2026-12-24', to: '2026-12-24', open: { from: '09:00', to: '13:00' }, reason: '' },
  { from: '2026-12-25', to: '2027-01-02', open: null, reason: 'Christmas' },
]
const USUAL: OpeningTimes = { hours, closures: [] }
const CHRISTMAS = { hours, closures: CLOSURES }

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
  expect(dayPartsOn(USUAL, day).map(({ label }) => label)).toEqual(labels)
})

test('dayPartsOn returns the parts of a day within its other hours, and none while closed', () => {
  expect(dayPartsOn(CHRISTMAS, '2026-12-24').map(({ label }) => label)).toEqual([
    'Morning, 9:00 AM to 12:00 PM',
    'Midday, 12:00 PM to 1:00 PM',
  ])
  expect(dayPartsOn(CHRISTMAS, '2026-12-28')).toEqual([])
})

test.each([
  ['2026-11-29', 'We are closed on Sundays, so we will suggest another day.'],
  ['2026-11-30', undefined],
  ['', undefined],
  ['2026-12-24', 'On Thu 24 Dec we are open from 9:00 AM to 1:00 PM.'],
  ['2026-12-28', 'We are closed on Mon 28 Dec (Christmas), so we will suggest another day.'],
])('describeDay of “%s” returns “%s”', (day, sentence) => {
  expect(describeDay(CHRISTMAS, day)).toBe(sentence)
})
