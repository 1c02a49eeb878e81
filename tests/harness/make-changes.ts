import type { Prng } from '#local/prng.ts'
import { Refusal } from '#local/stripe/stripe-errors.ts'
import { DomainError } from '#server/domain-error.ts'

export type RacedChange = () => Promise<unknown>

/** Share of changes that are made at the same time as the one before. */
const CONCURRENT_SHARE = 0.5

export function shuffle<Item>(items: readonly Item[], random: Prng): Item[] {
  return items
    .map((item) => ({ item, rank: random.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Makes the changes in random order, some of them at the same time. */
export async function makeChanges(changes: RacedChange[], random: Prng): Promise<void> {
  for (const group of groupsOf(changes, random)) await makeAtOnce(group)
}

function groupsOf(changes: RacedChange[], random: Prng): RacedChange[][] {
  const groups: RacedChange[][] = []
  for (const change of shuffle(changes, random)) {
    const last = groups.at(-1)
    if (last && random.chance(CONCURRENT_SHARE)) last.push(change)
    else groups.push([change])
  }
  return groups
}

/** Makes the changes. Our code and Stripe may refuse each; anything else fails the test. */
export async function makeAtOnce(group: RacedChange[]): Promise<void> {
  const results = await Promise.allSettled(group.map((change) => change()))
  for (const result of results)
    if (
      result.status === 'rejected' &&
      !(result.reason instanceof DomainError || result.reason instanceof Refusal)
    )
      throw result.reason
}
