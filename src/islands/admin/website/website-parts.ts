import { mergeClosures } from '#contract/merge-closures.ts'
import { parsePence, shortPounds } from '#contract/money.ts'
import { WEEKDAYS, type Closure } from '#contract/opening-days.ts'
import { writeClosures, writeDays } from '#contract/write-closures.ts'
import {
  isSame,
  type ClosureText,
  type Draft,
  type PriceText,
  type SocialText,
  type WayText,
} from '#islands/admin/website/website-draft.ts'

export type WebsiteSection = 'opening' | 'notice' | 'contact' | 'prices'

/** What changes as a whole: a field, or a list of rows. */
export interface WebsitePart {
  /** Its path in the draft. */
  path: string
  section: WebsiteSection
  label: string
  /** Writes its value for people; '' if there is none. */
  write: (value: unknown, today: string) => string
  /** Rows that do not depend on one another: those that two people add are both kept. */
  hasOwnRows?: boolean
}

/** Monday first. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0].map((weekday) => ({ weekday, name: WEEKDAYS[weekday]! }))

const asIs = (value: unknown) => String(value)

/** Returns the parts of a draft in the order of the screen. */
export const partsOf = (therapies: readonly { id: string; title: string }[]): WebsitePart[] => [
  {
    path: 'opening.closures',
    section: 'opening',
    label: 'Closures and special hours',
    write: (rows, today) => writeClosures(closuresOf(rows as ClosureText[]), today),
    hasOwnRows: true,
  },
  ...WEEK.map(({ weekday, name }) => ({
    path: `opening.week.${weekday}`,
    section: 'opening' as const,
    label: name,
    write: (day: unknown) => writeDay(day as Draft['opening']['week'][number]),
  })),
  {
    path: 'notice',
    section: 'notice',
    label: 'Notice',
    write: (notice, today) => writeNotice(notice as Draft['notice'], today),
  },
  { path: 'contact.phone', section: 'contact', label: 'Telephone', write: asIs },
  { path: 'contact.email', section: 'contact', label: 'Email', write: asIs },
  { path: 'contact.address.street', section: 'contact', label: 'Street address', write: asIs },
  { path: 'contact.address.city', section: 'contact', label: 'Town or city', write: asIs },
  { path: 'contact.address.postcode', section: 'contact', label: 'Postcode', write: asIs },
  { path: 'contact.position', section: 'contact', label: 'Position on the map', write: asIs },
  {
    path: 'gettingHere',
    section: 'contact',
    label: 'Getting here',
    write: (rows) => (rows as WayText[]).map(({ by, text }) => `${by}: ${text}`).join(' '),
    hasOwnRows: true,
  },
  {
    path: 'contact.social',
    section: 'contact',
    label: 'Social links',
    write: (rows) =>
      (rows as SocialText[]).map(({ name, url }) => (url ? `${name} ${url}` : name)).join(', '),
    hasOwnRows: true,
  },
  {
    path: 'prices.firstVisit',
    section: 'prices',
    label: 'First visit',
    write: writePrices,
  },
  ...therapies.map(({ id, title }) => ({
    path: `prices.therapies.${id}`,
    section: 'prices' as const,
    label: title,
    write: writePrices,
  })),
]

const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day)

/** Returns the closures that are complete, as visitors see them. */
export const closuresOf = (rows: readonly ClosureText[]): Closure[] =>
  mergeClosures(
    rows
      .filter(({ from, to }) => isDay(from) && isDay(to) && from <= to)
      .map(({ from, to, open, reason }) => ({
        from,
        to,
        open: open.isOpen ? { from: open.from, to: open.to } : null,
        reason: reason.trim(),
      })),
  )

const writeDay = ({ isOpen, from, to }: Draft['opening']['week'][number]) =>
  isOpen ? `${from}–${to}` : 'Closed'

function writeNotice({ text, from, to, level }: Draft['notice'], today: string): string {
  if (text.trim() === '') return ''
  const days = isDay(from) && isDay(to) ? ` (${writeDays({ from, to }, today)})` : ''
  return `${level === 'important' ? 'Important: ' : ''}${text.trim()}${days}`
}

function writePrices(rows: unknown): string {
  return (rows as PriceText[])
    .map(({ minutes, pounds }) => {
      const pence = parsePence(pounds)
      return `${minutes} min ${pence === undefined ? pounds : shortPounds(pence)}`
    })
    .join(', ')
}

/** Returns the value at a path. */
export const readPart = (draft: Draft, path: string): unknown => valueAt(draft, path.split('.'))

const valueAt = (draft: Draft, names: readonly string[]) =>
  names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], draft)

/** Returns a copy with another value at a path. */
export function writePart(draft: Draft, path: string, value: unknown): Draft {
  const copy = structuredClone(draft)
  const names = path.split('.')
  const last = names.pop()!
  const holder = valueAt(copy, names) as Record<string, unknown>
  holder[last] = value
  return copy
}

export interface DraftChange {
  part: WebsitePart
  before: string
  after: string
}

/** Returns what differs, in words. */
export const changesBetween = (
  parts: readonly WebsitePart[],
  before: Draft,
  after: Draft,
  today: string,
): DraftChange[] =>
  parts
    .filter(({ path }) => !isSame(readPart(before, path), readPart(after, path)))
    .map((part) => ({
      part,
      before: part.write(readPart(before, part.path), today),
      after: part.write(readPart(after, part.path), today),
    }))

/** What somebody else has saved of a part that the owner has changed, too. */
export type Conflicts = Record<string, unknown>

/**
 * Merges what was typed into a newer version: what the owner has not changed is as saved, and what she has changed stays
 * as typed.
 */
export function mergeDrafts(
  parts: readonly WebsitePart[],
  { base, typed, newest }: { base: Draft; typed: Draft; newest: Draft },
): { draft: Draft; conflicts: Conflicts } {
  let draft = newest
  const conflicts: Conflicts = {}
  for (const { path, hasOwnRows } of parts) {
    const [was, mine, theirs] = [base, typed, newest].map((one) => readPart(one, path))
    if (isSame(was, mine) || isSame(mine, theirs)) continue
    const isTheirsNew = !isSame(was, theirs)
    draft = writePart(draft, path, isTheirsNew && hasOwnRows ? mergeRows(was, mine, theirs) : mine)
    if (isTheirsNew) conflicts[path] = theirs
  }
  return { draft, conflicts }
}

/** Returns their rows without those that I have removed or changed, and those that I have added or changed. */
function mergeRows(was: unknown, mine: unknown, theirs: unknown): unknown[] {
  const [before, own, other] = [was, mine, theirs].map((rows) => rows as unknown[]) as [
    unknown[],
    unknown[],
    unknown[],
  ]
  const has = (rows: unknown[], row: unknown) => rows.some((each) => isSame(each, row))
  return [
    ...other.filter((row) => !has(before, row) || has(own, row)),
    ...own.filter((row) => !has(before, row) && !has(other, row)),
  ]
}
