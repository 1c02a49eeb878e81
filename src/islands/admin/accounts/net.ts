import type { AccountMoney } from '#contract/accounts/accounts.ts'
import { formatPounds } from '#contract/base/money.ts'

/** Not `parsePence`, which reads no sums of a million. */
export const penceOfSum = (sum: string) => Math.round(Number(sum) * 100)

/** What is left after card fees. */
export const netOf = ({ left }: AccountMoney, fees: string): string =>
  formatPounds(penceOfSum(left) - penceOfSum(fees))
