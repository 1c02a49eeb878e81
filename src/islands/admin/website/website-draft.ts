import * as v from 'valibot'
import { parsePence, shortPounds } from '#contract/money.ts'
import type { Open } from '#contract/opening-days.ts'
import { addDays } from '#contract/send-date.ts'
import { parsePosition, WebsiteSchema, type Website, type WebsiteReply } from '#contract/website.ts'

// What the owner types under Website, as text. Its paths are those of the contract, so that errors find their fields.

interface OpenText {
  isOpen: boolean
  from: string
  to: string
}

/** `key` tells the rows of a list apart. */
export interface ClosureText {
  key: number
  from: string
  to: string
  open: OpenText
  reason: string
}

export interface SocialText {
  key: number
  name: string
  url: string
}

export interface WayText {
  key: number
  by: string
  text: string
}

export interface PriceText {
  key: number
  minutes: string
  pounds: string
}

export interface Draft {
  opening: { week: OpenText[]; closures: ClosureText[] }
  /** Without a text, no notice is shown. */
  notice: { text: string; from: string; to: string; level: string }
  contact: {
    phone: string
    email: string
    address: { street: string; city: string; postcode: string }
    /** As pasted from a map. */
    position: string
    social: SocialText[]
  }
  gettingHere: WayText[]
  prices: { firstVisit: PriceText[]; therapies: Record<string, PriceText[]> }
}

/** Suggested for a day that was closed so far. */
const USUAL = { from: '09:00', to: '17:00' }

let lastKey = 0
export const nextKey = (): number => ++lastKey

/** How long a new notice is shown unless the owner says otherwise (days). */
const NOTICE_DAYS = 14

export type Values = Pick<WebsiteReply, 'website' | 'files' | 'examples'>

/** Returns the saved values as text. Closures that have passed are left out. */
export function draftOf({ website, files, examples }: Values, today: string): Draft {
  const { week, closures } = website.opening ?? files.opening
  const { phone, email, address, position, social } = website.contact ?? files.contact
  const { firstVisit, therapies } = website.prices ?? files.prices
  // Beside the owner's own prices, made-up ones of a new therapy would become hers with the next save.
  const isWithoutExamples = website.prices !== null && examples.prices
  return {
    opening: {
      week: week.map(openText),
      closures: closures
        .filter(({ to }) => to >= today)
        .map(({ from, to, open, reason }) => ({ key: nextKey(), from, to, open: openText(open), reason })),
    },
    notice: website.notice ?? { text: '', from: today, to: addDays(today, NOTICE_DAYS - 1), level: 'calm' },
    contact: {
      phone,
      email,
      address,
      position: position ? `${position.latitude}, ${position.longitude}` : '',
      social: social.map((link) => ({ key: nextKey(), ...link })),
    },
    gettingHere: (website.gettingHere ?? files.gettingHere).map((way) => ({ key: nextKey(), ...way })),
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

const openText = (open: Open): OpenText => ({ isOpen: open !== null, ...(open ?? USUAL) })

const priceText = ({ minutes, pounds }: { minutes: number; pounds: string }): PriceText => ({
  key: nextKey(),
  minutes: String(minutes),
  pounds: shortPounds(parsePence(pounds) ?? 0).replace(/[£,]/g, ''),
})

export const blankClosure = (): ClosureText => ({
  key: nextKey(),
  from: '',
  to: '',
  open: { isOpen: false, ...USUAL },
  reason: '',
})

const POSITION = 'Please paste the position from a map, such as 53.4028, -2.9793'

/** Whether a part is the owner's own even if it is the same as in src/content. */
export type OwnParts = Readonly<Record<keyof Website, boolean>>

export interface CheckedDraft {
  /** Undefined if there are errors. */
  website: Website | undefined
  /** Error messages by the path of their field. */
  problems: Record<string, string>
}

/** Validates a draft. Parts that are not the owner's own and the same as in `files` are null. */
export function checkDraft(draft: Draft, files: Draft, own: OwnParts): CheckedDraft {
  const isKept = (part: keyof Website) => !own[part] && isSame(draft[part], files[part])
  const typed = inputOf(draft)
  const input = Object.fromEntries(
    Object.entries(typed).map(([part, value]) => [part, isKept(part as keyof Website) ? null : value]),
  )
  const parsed = v.safeParse(WebsiteSchema, input)
  const problems: Record<string, string> = {}
  for (const issue of parsed.issues ?? []) problems[v.getDotPath(issue) ?? ''] ??= issue.message
  if (input['contact'] && isUnreadable(draft.contact.position)) problems['contact.position'] = POSITION
  return {
    website: parsed.success && Object.keys(problems).length === 0 ? parsed.output : undefined,
    problems,
  }
}

const isUnreadable = (position: string) => position.trim() !== '' && !parsePosition(position)

/** Returns whether two texts are the same, whatever the keys of their rows. */
export const isSame = (one: unknown, other: unknown): boolean => written(one) === written(other)

const written = (value: unknown) =>
  JSON.stringify(value, (name, each: unknown) => (name === 'key' ? undefined : each))

/** Returns what is sent to the server. */
function inputOf({ opening, notice, contact, gettingHere, prices }: Draft) {
  return {
    opening: {
      week: opening.week.map(openOf),
      closures: opening.closures.map(({ from, to, open, reason }) => ({
        from,
        to,
        open: openOf(open),
        reason,
      })),
    },
    notice: notice.text.trim() === '' ? null : notice,
    contact: { ...contact, position: parsePosition(contact.position) ?? null },
    gettingHere,
    prices: {
      firstVisit: prices.firstVisit.map(priceOf),
      therapies: Object.fromEntries(
        Object.entries(prices.therapies).map(([id, rows]) => [id, rows.map(priceOf)]),
      ),
    },
  }
}

const openOf = ({ isOpen, from, to }: OpenText) => (isOpen ? { from, to } : null)

const priceOf = ({ minutes, pounds }: PriceText) => ({
  minutes: /^\s*\d{1,4}\s*$/.test(minutes) ? Number(minutes) : Number.NaN,
  pounds,
})
