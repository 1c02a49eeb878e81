import { signal } from '@preact/signals-react'
import type { BodyInput } from '#contract/base/endpoint.ts'
import {
  changeFulfilmentEndpoint,
  refundOrderEndpoint,
  UNDO_MS,
  type AdminOrder,
  type Fulfilment,
  type OrderDetail,
} from '#contract/orders/admin-orders.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { buyerName, describeStep, nextStep } from '#islands/admin/orders/order-labels.ts'
import { orderQuery } from '#islands/admin/orders/orders.store.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { describeRefund } from '#islands/admin/shared/format.ts'
import { showDetail } from '#islands/admin/shared/server-data.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

/** How long the step after one that was just taken cannot be taken, in milliseconds. */
const NEXT_STEP_MS = 1000

/** The order whose step was just taken: a second press on its button would take the next one. */
export const justMoved = signal<string | undefined>(undefined)
let nextStepTimer: ReturnType<typeof setTimeout> | undefined

function pauseSteps(id: string): void {
  justMoved.value = id
  clearTimeout(nextStepTimer)
  nextStepTimer = setTimeout(() => void (justMoved.value = undefined), NEXT_STEP_MS)
}

/** The fulfilment statuses that are being saved, by order id. */
export const pendingFulfilments = signal<Readonly<Record<string, Fulfilment | undefined>>>({})

const setPending = (id: string, fulfilment: Fulfilment | undefined) =>
  void (pendingFulfilments.value = { ...pendingFulfilments.value, [id]: fulfilment })

/** Moves an order to the next or the previous fulfilment status. The toast of a step forwards takes it back. */
export async function changeFulfilment(order: AdminOrder, fulfilment: Fulfilment): Promise<void> {
  const { id, fulfilment: from } = order
  if (pendingFulfilments.value[id]) return
  setPending(id, fulfilment)
  await runAction(
    async () => {
      try {
        const changed = await adminCall(changeFulfilmentEndpoint, { fulfilment, from }, { params: { id } })
        pauseSteps(id)
        showDetail(orderQuery(id).queryKey, changed)
        return changed
      } finally {
        // Before the lists are reloaded, because the next step can be taken soon.
        setPending(id, undefined)
      }
    },
    {
      done: (changed) => {
        const done = describeStep(order, fulfilment)
        const names = [buyerName(order)]
        if (nextStep(order) !== fulfilment)
          return {
            title: 'Success',
            names,
            description:
              from === (changed.isCancelled ? 'collected' : 'ready') && changed.buyerTold
                ? `${done} The buyer had already been told by email.`
                : done,
          }
        return {
          title: 'Success',
          description: done,
          names,
          action: [{ label: 'Undo', onPress: () => void changeFulfilment(changed, from) }],
          duration: UNDO_MS,
        }
      },
      failed: 'The order could not be changed. Please try again.',
    },
  )
}

export const refundOrder = (
  { id }: OrderDetail,
  body: BodyInput<typeof refundOrderEndpoint>,
): Promise<ActionResult> =>
  runAction(() => adminCall(refundOrderEndpoint, body, { params: { id } }), {
    done({ refunded, state, order }) {
      showDetail(orderQuery(id).queryKey, order)
      return { title: 'Success', description: describeRefund(refunded, state) }
    },
    failed: 'We could not make the refund. Please try again. The money will not be refunded twice.',
    failedToast: 'Failed to refund order',
  })
