import type { Account } from './account.ts'
import { settleRefund } from './refunds.ts'
import { completeProcessing } from './settlement.ts'

export interface Settling {
  schedule(id: string): void
  /** From now on nothing is finished without a control … */
  hold(): void
  /** … until now. */
  release(): void
  cancel(): void
}

/** What Stripe finishes by itself after a while. What is left at a stop stays in `unsettled` for the next start. */
export function settleLater(account: Account, ms: number, save: () => Promise<void>): Settling {
  const timers = new Set<NodeJS.Timeout>()
  const { settings, unsettled } = account.state

  function schedule(id: string) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (settings.holdSettling) return
      settle(account, id)
      void save()
    }, ms)
    timers.add(timer)
  }

  return {
    schedule,
    hold: () => void (settings.holdSettling = true),
    release() {
      delete settings.holdSettling
      for (const id of Object.keys(unsettled)) schedule(id)
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
