import type { Person } from '#contract/customers'

type Kinds = Omit<Person, 'customer' | 'emails'>

/** Something that a person did, or that was done for them, as `of` says. */
export type Happening = {
  [Kind in keyof Kinds]: { key: string; of: Kind; it: Kinds[Kind][number] }
}[keyof Kinds]

const KINDS = ['unfinished', 'vouchers', 'orders', 'inquiries', 'messages', 'appointments'] as const

/** Everything of one person, the newest first. */
export function happeningsOf(person: Person): Happening[] {
  return KINDS.flatMap((of) =>
    person[of].map((it, index) => ({ key: `${of}-${index}`, of, it }) as Happening),
  ).toSorted((a, b) => b.it.date.localeCompare(a.it.date))
}

/** Every number they gave, the newest first. */
export function phonesOf(person: Person): string[] {
  const given = happeningsOf(person).map(({ it }) => ('phone' in it ? it.phone : null))
  return [...new Set(given)].filter((phone) => phone !== null)
}
