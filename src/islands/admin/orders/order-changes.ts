import {
  changeFulfilmentEndpoint,
  type Fulfilment,
  type OrderDetail,
  refundOrderEndpoint,
} from '#contract/admin-orders'
import type { BodyInput } from '#contract/endpoint'
import { signal } from '@preact/signals-react'
import { ApiError } from '../../../lib/api.ts'
import { showToast } from '../../../ui/toast.ts'
import { type Failure, failureOf, failureSentence } from '../shared/error-message.ts'
import { describeRefund } from '../shared/format.ts'
import { ask } from '../admin-api.ts'
import { refreshAll, takeIn } from './orders.store.ts'

const BECAME: Record<Fulfilment, string> = {
  to_prepare: 'The order is to be prepared again.',
  ready: 'The order is ready.',
  collected: 'The order is collected.',
  delivered: 'The order is delivered.',
}

/** The step that is being taken. */
export const taking = signal<Fulfilment | undefined>(undefined)

/** Takes an order a step on, or one back. */
export async function take({ id, fulfilment: from }: OrderDetail, fulfilment: Fulfilment): Promise<void> {
  if (taking.value) return
  taking.value = fulfilment
  try {
    takeIn(await ask(changeFulfilmentEndpoint, { fulfilment, from }, { params: { id } }))
    showToast({ title: 'Success', description: BECAME[fulfilment] })
  } catch (error) {
    const description = failureSentence(error, 'The order could not be changed. Please try again.')
    showToast({ title: 'Error', description, variant: 'destructive' })
    lookAgain(error)
  }
  taking.value = undefined
}

/** Says nothing once it is done; else what went wrong. */
export async function refund(
  { id }: OrderDetail,
  body: BodyInput<typeof refundOrderEndpoint>,
): Promise<Failure | undefined> {
  try {
    const { refunded, state, order } = await ask(refundOrderEndpoint, body, { params: { id } })
    takeIn(order)
    showToast({ title: 'Success', description: describeRefund(refunded, state) })
    return undefined
  } catch (error) {
    showToast({ title: 'Error', description: 'Failed to refund order', variant: 'destructive' })
    lookAgain(error)
    return failureOf(error, 'The refund could not be made. Please try again: it counts once.')
  }
}

/** It is no longer as it is shown: somebody else has changed it. */
function lookAgain(error: unknown): void {
  if (error instanceof ApiError && error.status === 409) void refreshAll()
}
