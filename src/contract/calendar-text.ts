/** An entry of a calendar: https://www.rfc-editor.org/rfc/rfc5545#section-3.6.1 */
export interface CalendarEvent {
  /** Stays the same when the event moves, so that a calendar replaces it. */
  id: string
  /** The file with the highest number wins. */
  sequence: number
  title: string
  description: string
  location: string
  startsAt: Date
  minutes: number
  /** When the file was written. */
  writtenAt: Date
}

/** An entry for a whole day, wherever the calendar is, which leaves the day free. */
export interface CalendarDay extends Omit<CalendarEvent, 'startsAt' | 'minutes' | 'location'> {
  /** YYYY-MM-DD */
  day: string
  url: string
  /** Rings at 9 in the morning so many days before. */
  alarmDays: readonly number[]
}

const LINE_OCTETS = 75
const MINUTE_MS = 60_000
const ALARM_HOUR = 9

/** Returns the file of an event. `maker`: the clinic's name. */
export const calendarText = (event: CalendarEvent, maker: string): string =>
  fileOf(maker, [
    ...linesOf(event),
    `DTSTART:${utcTime(event.startsAt)}`,
    `DTEND:${utcTime(endOf(event))}`,
    `LOCATION:${escapeText(event.location)}`,
    'STATUS:CONFIRMED',
  ])

/** Returns the file of a day, with its alarms. */
export const calendarDayText = (event: CalendarDay, maker: string): string =>
  fileOf(maker, [
    ...linesOf(event),
    `DTSTART;VALUE=DATE:${event.day.replaceAll('-', '')}`,
    `URL:${event.url}`,
    'TRANSP:TRANSPARENT',
    ...event.alarmDays.flatMap((days) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escapeText(event.title)}`,
      // The day begins at midnight.
      `TRIGGER:-P${days - 1}DT${24 - ALARM_HOUR}H`,
      'END:VALARM',
    ]),
  ])

export const endOf = ({ startsAt, minutes }: CalendarEvent): Date =>
  new Date(startsAt.getTime() + minutes * MINUTE_MS)

/** Returns "20261124T143000Z". */
export const utcTime = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d+/g, '')

const fileOf = (maker: string, event: string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(maker)}//Website//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    ...event,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('')

const linesOf = (
  event: Pick<CalendarEvent, 'id' | 'sequence' | 'writtenAt' | 'title' | 'description'>,
): string[] => [
  `UID:${event.id}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utcTime(event.writtenAt)}`,
  `SUMMARY:${escapeText(event.title)}`,
  `DESCRIPTION:${escapeText(event.description)}`,
]

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
