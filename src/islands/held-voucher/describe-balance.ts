import { longPounds, type Pence } from '#contract/base/money.ts'
import { addDays } from '#contract/base/send-date.ts'
import type { HeldVoucher } from '#contract/vouchers/held-vouchers.ts'

/** More time can be asked for from so many days before the last valid day to so many days after it. */
const [ASK_BEFORE, ASK_AFTER] = [30, 60]

export interface PricedTreatment {
  /** Such as "60 minutes of Acupuncture". */
  name: string
  pounds: number
}

/** Says what is left, and what it pays for. `areAllPriced`: every treatment has a price. */
export function describeBalance(
  balance: Pence,
  treatments: readonly PricedTreatment[],
  areAllPriced: boolean,
): string {
  const left = `${longPounds(balance)} is left`
  const byPrice = treatments
    .map(({ name, pounds }) => ({ name, pence: Math.round(pounds * 100) }))
    .toSorted((a, b) => a.pence - b.pence)
  const highest = byPrice.findLast(({ pence }) => pence <= balance)?.pence
  const covered = byPrice.find(({ pence }) => pence === highest)
  const next = byPrice.find(({ pence }) => pence > balance)
  const missing = next ? ` For ${next.name}, you would pay another ${longPounds(next.pence - balance)}.` : ''
  if (!covered) return `${left}.${missing}`
  if (!next && areAllPriced) return `${left}, which pays for any one of our treatments.`
  return `${left}, which pays for ${covered.name}.${missing}`
}

/** Returns whether the page offers to ask for more time. */
export function canAskForTime({ status, expiryDate }: HeldVoucher, today: string): boolean {
  if (status !== 'active' && status !== 'expired') return false
  return addDays(expiryDate, -ASK_BEFORE) <= today && today <= addDays(expiryDate, ASK_AFTER)
}
