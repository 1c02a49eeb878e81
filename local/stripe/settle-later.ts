import type { TestAccount } from '#local/stripe/account.ts'
import { completeProcessing } from '#local/stripe/settlement.ts'
import { settleRefund } from '#local/stripe/stripe-refunds.ts'

export interface Settling {
  schedule(id: string): void
  /** Settles nothing without a control from now on … */
  hold(): void
  /** … until now. */
  release(): void
  cancel(): void
}

/** Settles what Stripe settles after a while. At a stop, the rest stays in `unsettled` for the next start. */
export function settleLater(account: TestAccount, ms: number, save: () => Promise<void>): Settling {
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

/** Settles it now. */
export function settle(account: TestAccount, id: string): void {
  const ok = account.state.unsettled[id]
  // A control may have settled it in the meantime.
  if (ok === undefined) return
  if (id in account.state.refunds) settleRefund(account, id, ok)
  else completeProcessing(account, id, ok)
}
