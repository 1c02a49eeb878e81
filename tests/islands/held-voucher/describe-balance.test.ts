import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { canAskForTime, describeBalance } from '#islands/held-voucher/describe-balance.ts'
import { lastDayText } from '#islands/held-voucher/save-last-day.ts'
import { HELD } from '#tests/islands/held-voucher/sample-held-voucher.ts'

describe('describeBalance', () => {
  const treatmentsAt = (prices: number[]) =>
    prices.map((pounds) => ({ name: `${pounds} minutes of Massage`, pounds }))

  it.each([
    [3000, [55, 45, 75], '£30.00 is left. For 45 minutes of Massage, you would pay another £15.00.'],
    [
      6000,
      [55, 45, 75],
      '£60.00 is left, which pays for 55 minutes of Massage. For 75 minutes of Massage, you would pay another £15.00.',
    ],
    [
      4500,
      [55, 45],
      '£45.00 is left, which pays for 45 minutes of Massage. For 55 minutes of Massage, you would pay another £10.00.',
    ],
    [9000, [55, 45, 75], '£90.00 is left, which pays for any one of our treatments.'],
    [3000, [], '£30.00 is left.'],
    [1, [42.5], '£0.01 is left. For 42.5 minutes of Massage, you would pay another £42.49.'],
  ])('of %i pence with prices of %j says "%s"', (balance, prices, sentence) => {
    expect(describeBalance(balance, treatmentsAt(prices), true)).toBe(sentence)
  })

  it('promises no treatment whose price is not known', () => {
    expect(describeBalance(9000, treatmentsAt([55, 45, 75]), false)).toBe(
      '£90.00 is left, which pays for 75 minutes of Massage.',
    )
  })
})

describe('canAskForTime', () => {
  it.each([
    ['active', '2027-02-09', false],
    ['active', '2027-02-10', true],
    ['active', '2027-03-12', true],
    ['expired', '2027-03-13', true],
    ['expired', '2027-05-11', true],
    ['expired', '2027-05-12', false],
    ['spent', '2027-03-01', false],
    ['refunded', '2027-03-01', false],
  ] as const)('of a voucher that is %s on %s is %s', (status, today, expected) => {
    expect(canAskForTime({ ...HELD, status }, today)).toBe(expected)
  })
})

describe('the calendar entry of the last day', () => {
  const text = lastDayText(HELD, 'https://clinic.example', new Date('2026-11-26T10:00:00Z'))
  const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')!
  const event = new ICAL.Event(component)

  it('is that day, with alarms 30 and 7 days before at 9 in the morning', () => {
    expect([String(event.startDate), event.startDate.isDate]).toEqual(['2027-03-12', true])
    expect(event.summary).toBe(`Last day to use your £30 gift voucher at ${clinic.name}`)
    const alarms = component.getAllSubcomponents('valarm').map((alarm) => {
      const at = event.startDate.clone()
      at.isDate = false
      at.addDuration(alarm.getFirstPropertyValue('trigger') as ICAL.Duration)
      return String(at)
    })
    expect(alarms).toEqual(['2027-02-10T09:00:00', '2027-03-05T09:00:00'])
  })

  it('leads to the page without the code, because calendars are shared', () => {
    expect(component.getFirstPropertyValue('url')).toBe('https://clinic.example/voucher')
    expect(text.replace(/\r\n /g, '')).not.toMatch(/19DY|#/)
  })

  it('is replaced by that of a later day', () => {
    const later = lastDayText(
      { ...HELD, expiryDate: '2027-06-12' },
      'https://clinic.example',
      new Date('2026-11-26T10:00:00Z'),
    )
    const [before, after] = [text, later].map(
      (one) => new ICAL.Event(new ICAL.Component(ICAL.parse(one)).getFirstSubcomponent('vevent')!),
    )
    expect(after!.uid).toBe(before!.uid)
    expect(after!.sequence).toBeGreaterThan(before!.sequence)
  })
})
