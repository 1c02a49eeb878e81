import { signal } from '@preact/signals-react'
import { cancelPurchaseEndpoint } from '#contract/purchases/purchase-changes.ts'
import type { Purchased } from '#contract/purchases/purchases.ts'
import { failureOf, isCancelling, openPurchase, view } from '#islands/your-purchase/your-purchase.store.ts'
import { ApiError, call, messageOf } from '#lib/api.ts'
import { currentPurchaseToken } from '#lib/purchase-token.ts'

export const isPending = signal(false)
/** Why nothing was cancelled. */
export const problem = signal<string | undefined>(undefined)

/**
 * Cancels the purchase that is shown, for the sum that is shown. After a refusal it is read again, so that the form shows what
 * is true now.
 */
export async function cancel({ refundableAmount = '0.00' }: Purchased): Promise<void> {
  const token = currentPurchaseToken()
  if (isPending.value || token === undefined) return
  isPending.value = true
  problem.value = undefined
  try {
    const purchase = await call(cancelPurchaseEndpoint, { token, expectedAmount: refundableAmount })
    view.value = { name: 'open', purchase }
  } catch (error) {
    const code = error instanceof ApiError ? error.body?.code : undefined
    if (code === 'not_found' || code === 'unavailable') {
      isCancelling.value = false
      view.value = failureOf(error)
      return
    }
    problem.value = messageOf(error)
    if (error instanceof ApiError && error.status === 409) await openPurchase()
  } finally {
    isPending.value = false
  }
}
