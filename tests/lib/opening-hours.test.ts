import { describe, expect, test } from 'vitest'
import { clockTime } from '#clinic/opening-times.ts'
import type { Closure, OpeningTimes } from '#contract/website/opening-days.ts'
import { closuresAhead, writeClosures } from '#contract/website/write-closures.ts'
import { liverpoolMidnight, openingAt } from '#lib/opening-hours.ts'

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
const at = (moment: string, clinic = USUAL) => openingAt(clinic, new Date(moment))

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
    const never = { hours: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], open: null }], closures: [] }
    expect(openingAt(never, new Date())).toEqual({ isOpen: false, next: '' })
  })

  test('names the date of an opening on the same weekday a week later', () => {
    const thursdays = { hours: [{ weekdays: [4], open: { from: '10:00', to: '20:00' } }], closures: [] }
    expect(at('2026-12-03T21:00:00Z', thursdays).next).toBe('opens Thu 10 Dec at 10:00 AM')
  })

  test.each([
    ['2026-12-24T12:59:00Z', true, 'until 1:00 PM'],
    ['2026-12-24T13:00:00Z', false, 'opens Mon 4 Jan at 10:00 AM'],
    ['2026-12-29T11:00:00Z', false, 'opens Monday at 10:00 AM'],
    ['2027-01-03T11:00:00Z', false, 'opens tomorrow at 10:00 AM'],
    ['2027-01-04T11:00:00Z', true, 'until 8:00 PM'],
  ])('at %s closures win over weekly hours: open is %s, %s', (moment, isOpen, next) => {
    expect(at(moment, CHRISTMAS)).toEqual({ isOpen, next })
  })

  test.each([
    ['spring', '2027-03-28', '2027-03-27T23:59:00Z', '2027-03-28T00:00:00Z', '2027-03-28T22:59:00Z'],
    ['autumn', '2026-10-25', '2026-10-24T22:59:00Z', '2026-10-24T23:00:00Z', '2026-10-25T23:59:00Z'],
  ])(
    'a day with other hours begins and ends at midnight in Liverpool when the clocks change in %s',
    (_, day, before, first, last) => {
      const allDay = { from: '00:00', to: '23:59' }
      const clinic = {
        hours: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], open: null }],
        closures: [{ from: day, to: day, open: allDay, reason: '' }],
      }
      expect([before, first].map((moment) => at(moment, clinic).isOpen)).toEqual([false, true])
      expect(liverpoolMidnight(day)).toBe(Date.parse(first))
      expect(liverpoolMidnight(day, 1)).toBe(Date.parse(last) + 60_000)
    },
  )
})

const on = (from: string, to = from, open: Closure['open'] = null): Closure => ({
  from,
  to,
  open,
  reason: '',
})

test.each<[string, Closure[]]>([
  ['Thu 24 Dec 9–13, Fri 25 closed', [on('2026-12-24', undefined, CLOSURES[0]!.open), on('2026-12-25')]],
  ['Fri 25 Dec–Sat 2 Jan closed', [on('2026-12-25', '2027-01-02')]],
  ['Mon 10–Wed 12 May closed', [on('2027-05-10', '2027-05-12')]],
  ['Tue 1 Dec 9:30–13:45', [on('2026-12-01', undefined, { from: '09:30', to: '13:45' })]],
  ['Wed 1 Dec 2027 closed', [on('2027-12-01')]],
  ['', []],
])('writeClosures writes “%s”', (line, closures) => {
  expect(writeClosures(closures, '2026-11-26')).toBe(line)
})

test('closuresAhead leaves out what has ended, and what comes after the next six', () => {
  const days = ['01', '02', '03', '04', '05', '06', '07', '08'].map((day) => on(`2026-12-${day}`))
  expect(closuresAhead(days, '2026-12-02').map(({ from }) => from)).toEqual(
    days.slice(1, 7).map(({ from }) => from),
  )
})

test.each([
  ['00:15', '12:15 AM'],
  ['09:00', '9:00 AM'],
  ['12:00', '12:00 PM'],
  ['20:00', '8:00 PM'],
])('clockTime formats %s as %s', (time, written) => {
  expect(clockTime(time)).toBe(written)
})
