import { signal } from '@preact/signals-react'
import {
  changeFulfilmentsEndpoint,
  type AdminOrder,
  type ChangeFulfilmentsResult,
} from '#contract/admin-orders.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { nextStep, orderName } from '#islands/admin/orders/order-labels.ts'
import { runAction } from '#islands/admin/shared/action.ts'

/** Ids of the selected orders. Some may have left the list since. */
export const selected = signal<ReadonlySet<string>>(new Set())
export const isMoving = signal(false)
/** What became of the orders that could not be moved, one sentence each. */
export const refusals = signal<string[]>([])

export function select(ids: string[], isSelected: boolean): void {
  const rest = [...selected.value].filter((id) => !ids.includes(id))
  selected.value = new Set(isSelected ? [...rest, ...ids] : rest)
}

/** Takes the next step of each order. One that is refused does not stop the others. */
export async function moveOn(orders: AdminOrder[]): Promise<void> {
  if (isMoving.value) return
  isMoving.value = true
  refusals.value = []
  const steps = orders.flatMap((order) => {
    const fulfilment = nextStep(order)
    return fulfilment ? [{ id: order.id, fulfilment, from: order.fulfilment }] : []
  })
  const failure = await runAction(() => adminCall(changeFulfilmentsEndpoint, { orders: steps }), {
    done({ results }) {
      refusals.value = results.flatMap((result) =>
        result.outcome === 'refused'
          ? `${orderName(orders.find(({ id }) => id === result.id)!)}: ${result.message}`
          : [],
      )
      selected.value = new Set()
      return describeResults(results)
    },
    failed: 'The orders could not be moved on. Please try again.',
  })
  if (failure) refusals.value = [failure.fields?.['orders'] ?? failure.message]
  isMoving.value = false
}

function describeResults(results: ChangeFulfilmentsResult[]) {
  const count = (outcome: ChangeFulfilmentsResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  const [moved, unchanged, refused] = [count('moved'), count('unchanged'), count('refused')]
  const sentences = [
    `${moved || 'No'} ${moved === 1 ? 'order' : 'orders'} moved on.`,
    unchanged > 0 && `${unchanged} had already been moved.`,
    refused > 0 && `${refused} could not be moved.`,
  ]
  return { title: refused > 0 ? 'Please check' : 'Success', description: sentences.filter(Boolean).join(' ') }
}
