import { describe, expect, it } from 'vitest'
import { openOn, type Closure } from '#contract/website/opening-days.ts'

const SHORT = { from: '09:00', to: '13:00' }
const LONG = { from: '10:00', to: '20:00' }
const closed = (from: string, to: string, reason = ''): Closure => ({ from, to, open: null, reason })
const open = (from: string, to: string, hours = SHORT, reason = ''): Closure => ({
  from,
  to,
  open: hours,
  reason,
})

describe('openOn', () => {
  const hours = [
    { weekdays: [1, 2, 3, 4, 5], open: LONG },
    { weekdays: [0, 6], open: null },
  ]
  const closures = [open('2026-12-24', '2026-12-24'), closed('2026-12-25', '2027-01-02')]
  it.each([
    ['2026-12-23', LONG],
    ['2026-12-24', SHORT],
    ['2026-12-25', null],
    ['2027-01-02', null],
    ['2027-01-03', null],
    ['2027-01-04', LONG],
  ])('of %s is %o', (day, times) => {
    expect(openOn(hours, closures, day)).toEqual(times)
  })
})
