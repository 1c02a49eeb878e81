import { expect, it } from 'vitest'
import {
  dateTime,
  longDate,
  pounds,
  relativeTime,
  shortDate,
  signedPounds,
} from '#islands/admin/shared/format.ts'

it.each([
  ['0.30', '£0.30'],
  ['4268.50', '£4,268.50'],
  ['1234567.00', '£1,234,567.00'],
  ['-60.00', '−£60.00'],
])('pounds formats %s as %s', (amount, text) => {
  expect(pounds(amount)).toBe(text)
})

it('signedPounds shows plus and minus signs', () => {
  expect([signedPounds('150.00'), signedPounds('-60.00')]).toEqual(['+£150.00', '−£60.00'])
})

it('dates and times are in London time, also in summer', () => {
  expect(shortDate('2026-11-21T23:30:00.000Z')).toBe('21 Nov 2026')
  expect(dateTime('2026-06-30T23:30:00.000Z')).toBe('1 Jul 2026, 00:30')
  expect(longDate('2026-03-03')).toBe('Tuesday 3 March 2026')
})

it('relativeTime shows the time today, then Yesterday, then the date', () => {
  const now = new Date('2026-03-29T12:00:00Z')
  expect(relativeTime('2026-03-29T08:05:00Z', now)).toBe('09:05')
  expect(relativeTime('2026-03-28T23:59:00Z', now)).toBe('Yesterday')
  expect(relativeTime('2026-03-20T10:00:00Z', now)).toBe('20 Mar 2026')
})

it.each([
  [
    'Sunday, the night after the clocks went forward',
    '2026-03-29T12:00:00Z',
    '2026-03-29T23:30:00Z',
    'Yesterday',
  ],
  [
    'Saturday, the night after the clocks went forward',
    '2026-03-28T12:00:00Z',
    '2026-03-29T23:30:00Z',
    '28 Mar 2026',
  ],
  [
    'Sunday, the day after the clocks went forward',
    '2026-03-29T00:30:00Z',
    '2026-03-30T11:00:00Z',
    'Yesterday',
  ],
  [
    'Saturday, late on the day the clocks went back',
    '2026-10-24T12:00:00Z',
    '2026-10-25T23:30:00Z',
    'Yesterday',
  ],
  [
    'Sunday, the night after the clocks went back',
    '2026-10-24T23:30:00Z',
    '2026-10-26T00:30:00Z',
    'Yesterday',
  ],
  [
    'Saturday, the night after the clocks went back',
    '2026-10-24T22:30:00Z',
    '2026-10-26T00:30:00Z',
    '24 Oct 2026',
  ],
  [
    'the first hour of the day the clocks went back, late on it',
    '2026-10-24T23:30:00Z',
    '2026-10-25T23:30:00Z',
    '00:30',
  ],
])('relativeTime counts days in London: %s', (_, time, now, text) => {
  expect(relativeTime(time, new Date(now))).toBe(text)
})
