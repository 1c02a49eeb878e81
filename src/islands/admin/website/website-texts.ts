import { parsePence, shortPounds } from '#contract/base/money.ts'
import { mergeClosures } from '#contract/website/merge-closures.ts'
import { WEEKDAYS, type Closure } from '#contract/website/opening-days.ts'
import type { Website, WebsitePart, WebsiteReply } from '#contract/website/website.ts'
import { writeClosures, writeDays } from '#contract/website/write-closures.ts'

// What the owner types under Website. The contract reads it as it is.

export interface PriceText {
  minutes: string
  pounds: string
}

type Contact = NonNullable<Website['contact']>

export interface Texts {
  opening: NonNullable<Website['opening']>
  /** Without a text, no notice is shown. */
  notice: NonNullable<Website['notice']>
  /** The position as pasted from a map. */
  contact: Omit<Contact, 'position'> & { position: string }
  gettingHere: NonNullable<Website['gettingHere']>
  prices: { firstVisit: PriceText[]; therapies: Record<string, PriceText[]> }
}

/** In the order of the screen. */
export const WEBSITE_PARTS = ['opening', 'notice', 'contact', 'gettingHere', 'prices'] as const

/** Suggested for a day that was closed so far. */
export const USUAL = { from: '09:00', to: '17:00' }

export type Values = Pick<WebsiteReply, 'website' | 'files' | 'examples'>

/** Returns values as text. Closures that have passed are left out. */
export function textsOf({ website, files, examples }: Values, today: string): Texts {
  const { week, closures } = website.opening ?? files.opening
  const { position, ...contact } = website.contact ?? files.contact
  const { firstVisit, therapies } = website.prices ?? files.prices
  // Beside the owner's own prices, made-up ones of a new therapy would become hers with the next save.
  const isWithoutExamples = website.prices !== null && examples.prices
  return {
    opening: { week, closures: closures.filter(({ to }) => to >= today) },
    notice: website.notice ?? { text: '', from: today, to: '', level: 'calm' },
    contact: { ...contact, position: position ? `${position.latitude}, ${position.longitude}` : '' },
    gettingHere: website.gettingHere ?? files.gettingHere,
    prices: {
      firstVisit: firstVisit.map(priceText),
      therapies: Object.fromEntries(
        Object.entries({ ...files.prices.therapies, ...therapies }).map(([id, prices]) => [
          id,
          isWithoutExamples && !therapies[id] ? [] : prices.map(priceText),
        ]),
      ),
    },
  }
}

const priceText = ({ minutes, pounds }: { minutes: number; pounds: string }): PriceText => ({
  minutes: String(minutes),
  pounds: shortPounds(parsePence(pounds) ?? 0).replace(/[£,]/g, ''),
})

const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day)

/** Returns the closures that are complete, as visitors see them. */
export const closuresOf = ({ closures }: Texts['opening']): Closure[] =>
  mergeClosures(closures.filter(({ from, to }) => isDay(from) && isDay(to) && from <= to))

/** Returns the last day of the closures that a notice names by their reason or a day; '' if it names none. */
export function lastDayNamed({ text }: Texts['notice'], opening: Texts['opening']): string {
  const isNamed = ({ from, to, reason }: Closure) =>
    (reason.trim().length > 2 && text.toLowerCase().includes(reason.trim().toLowerCase())) ||
    [from, to].some((day) => namePattern(day).test(text))
  const days = closuresOf(opening)
    .filter(isNamed)
    .map(({ to }) => to)
  return days.toSorted().at(-1) ?? ''
}

/** Matches "24 Dec", "24th December". */
function namePattern(day: string): RegExp {
  const month = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long' }).format(new Date(day))
  return new RegExp(`\\b${Number(day.slice(8))}(?:st|nd|rd|th)? ${month.slice(0, 3)}`, 'i')
}

/** Monday first. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0].map((weekday) => ({ weekday, name: WEEKDAYS[weekday]! }))

export interface LineContext {
  therapies: readonly { id: string; title: string }[]
  today: string
}

/** Writes a part for people, as pairs of label and text; '' if there is none. */
const WRITTEN: {
  [Part in WebsitePart]: (text: Texts[Part], context: LineContext) => [label: string, text: string][]
} = {
  opening: ({ week, ...opening }, { today }) => [
    [
      'Closures and special hours',
      closuresOf({ week, ...opening })
        .map((closure) => `${writeClosures([closure], today)}${closure.reason && ` (${closure.reason})`}`)
        .join(', '),
    ],
    ...WEEK.map(({ weekday, name }): [string, string] => {
      const open = week[weekday]
      return [name, open ? `${open.from}–${open.to}` : 'Closed']
    }),
  ],
  notice: (notice, { today }) => [['Notice', writeNotice(notice, today)]],
  contact: ({ phone, email, address, position, social }) => [
    ['Telephone', phone],
    ['Email', email],
    ['Street address', address.street],
    ['Town or city', address.city],
    ['Postcode', address.postcode],
    ['Position on the map', position],
    ['Social links', social.map(({ name, url }) => (url ? `${name} ${url}` : name)).join(', ')],
  ],
  gettingHere: (ways) => [['Getting here', ways.map(({ by, text }) => `${by}: ${text}`).join(' ')]],
  prices: ({ firstVisit, therapies }, context) => [
    ['First visit', writePrices(firstVisit)],
    ...context.therapies.map(({ id, title }): [string, string] => [title, writePrices(therapies[id] ?? [])]),
  ],
}

function writeNotice({ text, from, to, level }: Texts['notice'], today: string): string {
  if (text.trim() === '') return ''
  const days = isDay(from) && isDay(to) ? ` (${writeDays({ from, to }, today)})` : ''
  return `${level === 'important' ? 'Important: ' : ''}${text.trim()}${days}`
}

const writePrices = (rows: readonly PriceText[]) =>
  rows
    .map(({ minutes, pounds }) => {
      const pence = parsePence(pounds)
      return `${minutes} min ${pence === undefined ? pounds : shortPounds(pence)}`
    })
    .join(', ')

export interface PartChange {
  label: string
  before: string
  after: string
}

/** Returns what differs in a part, in words. */
export function changesIn<Part extends WebsitePart>(
  part: Part,
  before: Texts[Part],
  after: Texts[Part],
  context: LineContext,
): PartChange[] {
  const old = WRITTEN[part](before, context)
  return WRITTEN[part](after, context)
    .map(([label, text], at) => ({ label, before: old[at]?.[1] ?? '', after: text }))
    .filter((change) => change.before !== change.after)
}
