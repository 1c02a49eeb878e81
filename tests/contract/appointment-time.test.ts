import { describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { addDays } from '#contract/base/send-date.ts'
import {
  APPOINTMENT_DAYS_MAX,
  appointmentDayProblem,
  checkAppointmentTime,
} from '#contract/enquiries/appointment-time.ts'

const ALWAYS_OPEN = [{ days: '', weekdays: [0, 1, 2, 3, 4, 5, 6], open: { from: '00:00', to: '24:00' } }]
const CLOSURES = [
  { from: '2026-12-24', to: '2026-12-24', open: { from: '09:00', to: '13:00' }, reason: '' },
  { from: '2026-12-25', to: '2027-01-02', open: null, reason: 'Christmas' },
]
const now = new Date('2026-01-05T12:00:00Z')
const check = (
  date: string,
  time: string,
  { hours = ALWAYS_OPEN, minutes = 60 }: { hours?: typeof clinic.hours; minutes?: number } = {},
) => checkAppointmentTime({ date, time, minutes }, { now, clinic: { hours, closures: CLOSURES } })

describe('appointmentDayProblem', () => {
  // Already the next day in London.
  const lateInJune = new Date('2026-06-29T23:30:00Z')

  it.each([
    ['2026-06-29', 'This day has passed. Please choose a later one'],
    ['2026-06-30', undefined],
    [addDays('2026-06-30', APPOINTMENT_DAYS_MAX), undefined],
    [addDays('2026-06-30', APPOINTMENT_DAYS_MAX + 1), 'Please choose a day in the next two years'],
    ['9999-12-31', 'Please choose a day in the next two years'],
  ])('says of %s on 30 June 2026 in London: %s', (day, problem) => {
    expect(appointmentDayProblem(day, lateInJune)).toBe(problem)
  })
})

describe('checkAppointmentTime', () => {
  it.each([
    ['2026-02-02', '14:30', '2026-02-02T14:30:00.000Z', 'in winter'],
    ['2026-07-01', '14:30', '2026-07-01T13:30:00.000Z', 'in summer'],
    ['2026-03-29', '00:59', '2026-03-29T00:59:00.000Z', 'before the clocks go forward'],
    ['2026-03-29', '02:00', '2026-03-29T01:00:00.000Z', 'after the clocks go forward'],
    ['2026-10-25', '02:00', '2026-10-25T02:00:00.000Z', 'after the clocks go back'],
    ['2026-07-01', '00:00', '2026-06-30T23:00:00.000Z', 'at midnight'],
  ])('reads %s %s as %s (%s)', (date, time, at) => {
    expect(check(date, time)).toEqual({ at: new Date(at), warnings: [] })
  })

  it.each(['01:00', '01:30', '01:59'])('refuses %s on the night the clocks go forward', (time) => {
    expect(check('2026-03-29', time)).toMatchObject({
      field: 'time',
      problem: `The clocks go forward that night, so ${time} does not exist. Please choose another time`,
    })
  })

  it.each(['01:00', '01:30', '01:59'])('takes the first %s of the night the clocks go back', (time) => {
    expect(check('2026-10-25', time)).toEqual({
      at: new Date(`2026-10-25T00:${time.slice(3)}:00Z`),
      warnings: [
        `The clocks go back that night, so ${time} happens twice. We will use the earlier one, which is still in British Summer Time.`,
      ],
    })
  })

  it.each([
    ['2026-01-05', '11:59', 'time'],
    ['2026-01-05', '12:00', 'time'],
    ['2026-01-04', '18:00', 'date'],
    ['0001-01-01', '18:00', 'date'],
  ])('refuses %s %s, which has passed, at the field %s', (date, time, field) => {
    expect(check(date, time)).toMatchObject({
      field,
      problem: `This ${field === 'date' ? 'day' : 'time'} has passed. Please choose a later one`,
    })
  })

  it('allows two years ahead and no more', () => {
    const day = (days: number) => addDays('2026-01-05', days)
    expect(check(day(APPOINTMENT_DAYS_MAX), '23:59')).toHaveProperty('at')
    expect(check(day(APPOINTMENT_DAYS_MAX + 1), '00:00')).toMatchObject({
      field: 'date',
      problem: 'Please choose a day in the next two years',
    })
  })

  const warnings = (date: string, time: string, minutes?: number) => {
    const hours = [
      { days: '', weekdays: [1], open: { from: '10:00', to: '18:00' } },
      { days: '', weekdays: [0, 2, 3, 4, 5, 6], open: null },
    ]
    const checked = check(date, time, { hours, ...(minutes !== undefined && { minutes }) })
    return checked.problem === undefined && checked.warnings
  }

  it('warns of a closed day and of a time outside opening hours', () => {
    const closed = ['The clinic is closed on Sundays.']
    const outside = ['On Mondays the clinic is open from 10:00 to 18:00.']
    expect(warnings('2026-02-01', '12:00')).toEqual(closed)
    expect(warnings('2026-02-02', '09:59')).toEqual(outside)
    expect(warnings('2026-02-02', '18:00')).toEqual(outside)
    expect(warnings('2026-02-02', '10:00')).toEqual([])
    expect(warnings('2026-12-28', '12:00')).toEqual(['The clinic is closed on Mon 28 Dec.'])
    expect(warnings('2026-12-24', '14:00')).toEqual(['On Thu 24 Dec the clinic is open from 09:00 to 13:00.'])
  })

  it.each([
    ['2026-02-02', '17:30', 30, undefined],
    ['2026-02-02', '17:30', 31, 'The appointment ends at 18:01. On Mondays'],
    ['2026-02-02', '17:00', 480, 'The appointment ends at 01:00. On Mondays'],
    ['2026-07-06', '16:45', 90, 'The appointment ends at 18:15. On Mondays'],
    ['2026-12-24', '12:30', 60, 'The appointment ends at 13:30. On Thu 24 Dec'],
  ])('of an appointment on %s at %s for %i minutes warns: %s', (date, time, minutes, warning) => {
    expect(warnings(date, time, minutes)).toEqual(
      warning === undefined ? [] : [expect.stringContaining(`${warning} the clinic is open from `)],
    )
  })
})
