const LINE_OCTETS = 75
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

interface CalendarEntry {
  /** Stays the same when the event moves, so that a calendar replaces it. */
  id: string
  /** The file with the highest number wins. */
  sequence: number
  title: string
  description: string
  /** When the file was written. */
  writtenAt: Date
}

/** At a time. */
export interface CalendarEvent extends CalendarEntry {
  location: string
  startsAt: Date
  minutes: number
}

/** A whole day, during which one is not busy. */
export interface CalendarDay extends CalendarEntry {
  url: string
  /** YYYY-MM-DD. */
  day: string
  /** At nine o'clock, so many days before. */
  alarmDays: readonly number[]
}

/** Returns a calendar file of one event: https://www.rfc-editor.org/rfc/rfc5545. `from` names the clinic. */
export function calendarText(event: CalendarEvent | CalendarDay, from: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(from)}//Appointments//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utcTime(event.writtenAt)}`,
    ...('day' in event ? dayLines(event) : timeLines(event)),
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    'STATUS:CONFIRMED',
    ...('day' in event ? event.alarmDays.flatMap((days) => alarmLines(days, event.title)) : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const timeLines = (event: CalendarEvent) => [
  `DTSTART:${utcTime(event.startsAt)}`,
  `DTEND:${utcTime(endOf(event))}`,
  `LOCATION:${escapeText(event.location)}`,
]

const dayLines = ({ day, url }: CalendarDay) => [
  `DTSTART;VALUE=DATE:${dateOf(Date.parse(day))}`,
  // The first day after it.
  `DTEND;VALUE=DATE:${dateOf(Date.parse(day) + DAY_MS)}`,
  `URL:${url}`,
  'TRANSP:TRANSPARENT',
]

const alarmLines = (days: number, title: string) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeText(title)}`,
  // Counted back from midnight, at the beginning of the day.
  `TRIGGER:-P${days - 1}DT15H`,
  'END:VALARM',
]

export const endOf = ({ startsAt, minutes }: CalendarEvent): Date =>
  new Date(startsAt.getTime() + minutes * MINUTE_MS)

/** Returns "20261124T143000Z". */
export const utcTime = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d+/g, '')

const dateOf = (time: number): string => utcTime(new Date(time)).slice(0, 8)

const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n?|\n/g, String.raw`\n`)
    .replace(/\p{Cc}/gu, '')

/** Breaks a line so that no part exceeds 75 octets and no character is split. A continuation begins with a space. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
