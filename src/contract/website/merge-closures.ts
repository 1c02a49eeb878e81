import { addDays } from '#contract/base/send-date.ts'
import { CLOSURE_REASON_MAX, isSameOpen, type Closure } from '#contract/website/opening-days.ts'

/**
 * Returns closures sorted and without overlaps. A closed day wins over other hours, and of two with other hours the
 * later in the list. Those with the same hours that overlap, or touch and have the same reason, become one.
 */
export function mergeClosures(closures: readonly Closure[]): Closure[] {
  const ranked = [
    ...closures.filter(({ open }) => open === null),
    ...closures.filter(({ open }) => open !== null).toReversed(),
  ]
  const merged: Closure[] = []
  for (const closure of ranked) {
    const rest = merged.filter(({ open }) => !isSameOpen(open, closure.open))
    for (const part of without(closure, rest)) insert(merged, part)
  }
  return merged.toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** Returns the parts of a closure outside the days of others. */
function without(closure: Closure, others: readonly Closure[]): Closure[] {
  let parts = [closure]
  for (const { from, to } of others) {
    parts = parts.flatMap((part) => {
      if (part.to < from || to < part.from) return [part]
      return [
        { ...part, to: addDays(from, -1) },
        { ...part, from: addDays(to, 1) },
      ].filter((left) => left.from <= left.to)
    })
  }
  return parts
}

/** Adds a closure to a list without overlaps, joined with those of the same hours that it meets. */
function insert(merged: Closure[], closure: Closure): void {
  let joined = closure
  for (let at = 0; at < merged.length; at++) {
    const other = merged[at]!
    if (!isSameOpen(other.open, joined.open) || !meets(other, joined)) continue
    joined = join(other, joined)
    merged.splice(at, 1)
    at = -1
  }
  merged.push(joined)
}

const meets = (a: Closure, b: Closure) =>
  (a.from <= b.to && b.from <= a.to) ||
  (a.reason === b.reason && (addDays(a.to, 1) === b.from || addDays(b.to, 1) === a.from))

function join(a: Closure, b: Closure): Closure {
  const [first, second] = a.from <= b.from ? [a, b] : [b, a]
  const reasons = [...new Set([first.reason, second.reason])].filter(Boolean)
  const both = reasons.join(', ')
  return {
    from: first.from,
    to: first.to > second.to ? first.to : second.to,
    open: a.open,
    reason: both.length <= CLOSURE_REASON_MAX ? both : reasons[0]!,
  }
}
