import {
  changeFulfilmentEndpoint,
  type Fulfilment,
  type OrderDetail,
  refundOrderEndpoint,
} from '#contract/admin-orders'
import type { BodyInput } from '#contract/endpoint'
import { signal } from '@preact/signals-react'
import { ApiError } from '../../../lib/api.ts'
import type { ActionResult } from '../../../ui/FormDialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { errorMessage, toActionError } from '../shared/error-message.ts'
import { describeRefund } from '../shared/format.ts'
import { adminCall } from '../admin-api.ts'
import { fulfilmentTexts } from './order-labels.ts'
import { refreshAll, setDetail } from './orders.store.ts'

/** The fulfilment status that is being saved. */
export const pendingFulfilment = signal<Fulfilment | undefined>(undefined)

/** Moves an order to the next or the previous fulfilment status. */
export async function changeFulfilment(order: OrderDetail, fulfilment: Fulfilment): Promise<void> {
  const { id, fulfilment: from } = order
  if (pendingFulfilment.value) return
  pendingFulfilment.value = fulfilment
  try {
    setDetail(await adminCall(changeFulfilmentEndpoint, { fulfilment, from }, { params: { id } }))
    showToast({ title: 'Success', description: fulfilmentTexts(order, fulfilment).done })
  } catch (error) {
    const description = errorMessage(error, 'The order could not be changed. Please try again.')
    showToast({ title: 'Error', description, variant: 'destructive' })
    refreshAfterConflict(error)
  }
  pendingFulfilment.value = undefined
}

export async function refundOrder(
  { id }: OrderDetail,
  body: BodyInput<typeof refundOrderEndpoint>,
): Promise<ActionResult> {
  try {
    const { refunded, state, order } = await adminCall(refundOrderEndpoint, body, { params: { id } })
    setDetail(order)
    showToast({ title: 'Success', description: describeRefund(refunded, state) })
    return undefined
  } catch (error) {
    showToast({ title: 'Error', description: 'Failed to refund order', variant: 'destructive' })
    refreshAfterConflict(error)
    return toActionError(error, 'The refund could not be made. Please try again: it counts once.')
  }
}

/** Reloads if the order was changed elsewhere. */
function refreshAfterConflict(error: unknown): void {
  if (error instanceof ApiError && error.status === 409) void refreshAll()
}
