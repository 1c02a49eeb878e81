import type { HeldVoucher } from '#contract/held-vouchers.ts'
import { longPounds, shortPounds, type Pence } from '#contract/money.ts'
import { addDays } from '#contract/send-date.ts'

/** More time can be asked for from so many days before the last valid day to so many days after it. */
const [ASK_BEFORE, ASK_AFTER] = [30, 60]

/**
 * Says what is left, and what it pays for. `prices`: what treatments cost, in pounds; `areAllPriced`: every treatment has
 * one.
 */
export function describeBalance(balance: Pence, prices: readonly number[], areAllPriced: boolean): string {
  const left = `${longPounds(balance)} is left`
  const pence = prices.map((pounds) => Math.round(pounds * 100)).toSorted((a, b) => a - b)
  const covered = pence.findLast((price) => price <= balance)
  const next = pence.find((price) => price > balance)
  const missing =
    next === undefined
      ? ''
      : ` For a ${shortPounds(next)} treatment, you would pay another ${longPounds(next - balance)}.`
  if (covered === undefined) return `${left}.${missing}`
  if (next === undefined && areAllPriced) return `${left}, which pays for any one of our treatments.`
  return `${left}, which pays for a ${shortPounds(covered)} treatment.${missing}`
}

/** Returns whether the page offers to ask for more time. */
export function canAskForTime({ status, expiryDate }: HeldVoucher, today: string): boolean {
  if (status !== 'active' && status !== 'expired') return false
  return addDays(expiryDate, -ASK_BEFORE) <= today && today <= addDays(expiryDate, ASK_AFTER)
}
