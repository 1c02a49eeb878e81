import type { Account } from './account.ts'
import { settleRefund } from './refunds.ts'
import { completeProcessing } from './settlement.ts'

export interface Settling {
  schedule(id: string): void
  cancel(): void
}

/** What Stripe finishes by itself after a while. What is left at a stop stays in `unsettled` for the next start. */
export function settleLater(account: Account, ms: number, save: () => Promise<void>): Settling {
  const timers = new Set<NodeJS.Timeout>()
  return {
    schedule(id) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        settle(account, id)
        void save()
      }, ms)
      timers.add(timer)
    },
    cancel() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** Now. */
export function settle(account: Account, id: string): void {
  const ok = account.state.unsettled[id]
  // A control may have settled it meanwhile.
  if (ok === undefined) return
  if (id in account.state.refunds) settleRefund(account, id, ok)
  else completeProcessing(account, id, ok)
}
