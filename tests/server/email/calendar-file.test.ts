import ICAL from 'ical.js'
import { sync } from 'node-ical'
import { describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { calendarText, type CalendarDay } from '#contract/enquiries/calendar-text.ts'
import { calendarLinks } from '#server/email/calendar-file.ts'
import { renderEmail } from '#server/email/templates.ts'
import { HOSTILE, SAMPLES, SITE } from '#tests/harness/sample-emails.ts'

const EVENT = {
  id: '00000000-0000-4000-8000-000000000001',
  sequence: 1,
  title: 'Massage',
  description: 'First line\nSecond line; with, signs \\ and "quotes"',
  location: '1 Example Street, Liverpool',
  startsAt: new Date('2026-07-01T13:30:00Z'),
  minutes: 90,
  writtenAt: new Date('2026-06-01T08:00:00Z'),
}

/** What two independent parsers read in a file. */
function parse(text: string) {
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')!)
  const other = Object.values(sync.parseICS(text)).find((part) => part?.type === 'VEVENT')
  return [
    {
      id: event.uid,
      sequence: event.sequence,
      title: event.summary,
      description: event.description,
      location: event.location,
      starts: event.startDate.toJSDate().toISOString(),
      ends: event.endDate.toJSDate().toISOString(),
    },
    {
      id: other!.uid,
      sequence: Number(other!.sequence),
      title: other!.summary,
      description: other!.description,
      location: other!.location,
      starts: other!.start.toISOString(),
      ends: other!.end!.toISOString(),
    },
  ]
}

const read = ({ id, sequence, title, description, location }: typeof EVENT, starts: string, ends: string) => {
  const event = { id, sequence, title, description, location, starts, ends }
  return [event, event]
}

describe('a calendar file', () => {
  it('is read alike by two parsers, at the same moment in summer time', () => {
    expect(parse(calendarText(EVENT, clinic.name))).toEqual(
      read(EVENT, '2026-07-01T13:30:00.000Z', '2026-07-01T15:00:00.000Z'),
    )
  })

  it.each(HOSTILE)('keeps %j as text', (words) => {
    const odd = {
      ...EVENT,
      title: words,
      location: `${words}\r\nATTENDEE:mailto:thief@example.com`,
      description: words.repeat(20),
    }
    const text = calendarText(odd, clinic.name)
    expect(text).not.toMatch(/^ATTENDEE/m)
    const expected = { ...odd, location: odd.location.replace('\r\n', '\n') }
    expect(parse(text)).toEqual(read(expected, '2026-07-01T13:30:00.000Z', '2026-07-01T15:00:00.000Z'))
  })

  it('ends each line with CRLF and has no line above 75 octets, nor a broken character', () => {
    const text = calendarText(
      { ...EVENT, description: 'Ä€👩‍👩‍👧'.repeat(100), title: 'x'.repeat(300) },
      clinic.name,
    )
    const lines = text.split('\r\n')
    expect(lines.pop()).toBe('')
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\r\n\ufffd]/)
      expect(line.isWellFormed()).toBe(true)
    }
    expect(Buffer.from(text).toString()).toBe(text)
    expect(parse(text)[0]?.description).toBe('Ä€👩‍👩‍👧'.repeat(100))
  })

  it('has a whole day with alarms at nine, 30 and 7 days before, over a change of the clocks', () => {
    const day: CalendarDay = {
      id: EVENT.id,
      sequence: 0,
      title: 'A gift voucher ends',
      description: 'Ring us',
      url: `${SITE}/voucher`,
      day: '2027-03-31',
      alarmDays: [30, 7],
      writtenAt: EVENT.writtenAt,
    }
    const text = calendarText(day, clinic.name)
    const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')!
    const { startDate, endDate } = new ICAL.Event(component)
    expect([startDate, endDate].map(String)).toEqual(['2027-03-31', '2027-04-01'])
    const alarms = component.getAllSubcomponents('valarm').map((alarm) => {
      const at = startDate.clone()
      at.isDate = false
      at.addDuration(alarm.getFirstPropertyValue('trigger') as ICAL.Duration)
      return String(at)
    })
    expect(alarms).toEqual(['2027-03-01T09:00:00', '2027-03-24T09:00:00'])
    const other = Object.values(sync.parseICS(text)).find((part) => part?.type === 'VEVENT')!
    expect(other).toMatchObject({ datetype: 'date', uid: day.id, url: day.url, transparency: 'TRANSPARENT' })
  })

  it('keeps its id when the appointment moves, with a higher number', () => {
    const file = (confirmations: number) =>
      renderEmail('appointment-confirmed', { ...SAMPLES['appointment-confirmed'], confirmations }, SITE)
        .attachments[0]!
    const [booked, moved] = [file(1), file(2)].map(({ content }) => parse(content.toString())[0]!)
    expect(booked).toMatchObject({ id: EVENT.id, sequence: 0, title: `Massage, ${clinic.name}` })
    expect(moved).toMatchObject({ id: EVENT.id, sequence: 1 })
    expect(file(1)).toMatchObject({
      name: 'appointment.ics',
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    })
  })
})

describe('the links to calendars on the web', () => {
  it('open a new entry with the same title, time, place and text', () => {
    const [google, outlook] = calendarLinks(EVENT).map(({ url }) => new URL(url))
    expect(google!.host).toBe('calendar.google.com')
    expect(Object.fromEntries(google!.searchParams)).toEqual({
      action: 'TEMPLATE',
      text: EVENT.title,
      dates: '20260701T133000Z/20260701T150000Z',
      details: EVENT.description,
      location: EVENT.location,
    })
    expect(outlook!.host).toBe('outlook.live.com')
    expect(Object.fromEntries(outlook!.searchParams)).toMatchObject({
      subject: EVENT.title,
      startdt: '2026-07-01T13:30:00.000Z',
      enddt: '2026-07-01T15:00:00.000Z',
      body: EVENT.description,
      location: EVENT.location,
    })
  })

  it.each(HOSTILE)('keep %j in its parameter, without a plus for a space', (title) => {
    for (const { url } of calendarLinks({ ...EVENT, title })) {
      expect([...new URL(url).searchParams.values()]).toContain(title.toWellFormed())
      expect(url).not.toMatch(/[\s"<>+]/)
    }
  })

  it('are in the email beside the file', () => {
    const { html, text } = renderEmail('appointment-confirmed', SAMPLES['appointment-confirmed'], SITE)
    expect(text).toMatch(/Add to Google Calendar: https:\/\/calendar\.google\.com\/\S+20261201T143000Z/)
    expect(text).toMatch(/Add to Outlook: https:\/\/outlook\.live\.com\/\S+/)
    expect(html).toContain('&amp;dates=20261201T143000Z%2F20261201T153000Z')
  })
})
