import type { Person } from '#contract/customers'

type Kinds = Omit<Person, 'customer' | 'emails'>

/** Something that a person did, or that was done for them, as `of` says. */
export type TimelineEntry = {
  [Kind in keyof Kinds]: { key: string; kind: Kind; item: Kinds[Kind][number] }
}[keyof Kinds]

const KINDS = ['unfinished', 'vouchers', 'orders', 'inquiries', 'messages', 'appointments'] as const

/** Everything of one person, the newest first. */
export function timelineOf(person: Person): TimelineEntry[] {
  return KINDS.flatMap((of) =>
    person[of].map((it, index) => ({ key: `${of}-${index}`, kind: of, item: it }) as TimelineEntry),
  ).toSorted((a, b) => b.item.date.localeCompare(a.item.date))
}

/** Every number they gave, the newest first. */
export function phonesOf(person: Person): string[] {
  const given = timelineOf(person).map(({ item: it }) => ('phone' in it ? it.phone : null))
  return [...new Set(given)].filter((phone) => phone !== null)
}
