import { signal } from '@preact/signals-react'
import type { BodyInput } from '#contract/base/endpoint.ts'
import {
  changeFulfilmentsEndpoint,
  UNDO_MS,
  type AdminOrder,
  type ChangeFulfilmentsResult,
} from '#contract/orders/admin-orders.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import {
  buyerName,
  fulfilmentTexts,
  nextStep,
  orderName,
  tellsBuyer,
} from '#islands/admin/orders/order-labels.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'
import type { Toast } from '#ui/toast.ts'

type Step = BodyInput<typeof changeFulfilmentsEndpoint>['orders'][number]

/** Ids of the selected orders. Some may have left the list since. */
export const selected = signal<ReadonlySet<string>>(new Set())
/** What became of the orders that could not be updated, one sentence each. */
export const refusals = signal<string[]>([])

export function select(ids: string[], isSelected: boolean): void {
  const rest = [...selected.value].filter((id) => !ids.includes(id))
  selected.value = new Set(isSelected ? [...rest, ...ids] : rest)
}

/** "Mark 6 as ready and send 5 out for delivery" */
export function describeSteps(orders: AdminOrder[]): string {
  const groups = new Map<(count: number) => string, number>()
  for (const order of orders) {
    const step = nextStep(order)
    if (!step) continue
    const { several } = fulfilmentTexts(order, step)
    groups.set(several, (groups.get(several) ?? 0) + 1)
  }
  const parts = [...groups].map(([several, count]) => several(count))
  const sentence = new Intl.ListFormat('en-GB').format(parts)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** Returns who gets an email. The name of somebody who gets several says so. */
export function listTold(orders: AdminOrder[]): { email: string; name: string }[] {
  const told = orders.filter(tellsBuyer)
  const first = told.filter(({ email }, index) => told.findIndex((one) => one.email === email) === index)
  return first.map((order) => {
    const count = told.filter(({ email }) => email === order.email).length
    return { email: order.email, name: buyerName(order) + (count > 1 ? ` (${count} emails)` : '') }
  })
}

/** Takes the next step of each order. One that is refused does not stop the others. */
export function moveOn(orders: AdminOrder[]): Promise<ActionResult> {
  refusals.value = []
  const steps = orders.flatMap((order): Step[] => {
    const fulfilment = nextStep(order)
    return fulfilment ? [{ id: order.id, fulfilment, from: order.fulfilment }] : []
  })
  return runAction(() => adminCall(changeFulfilmentsEndpoint, { orders: steps }), {
    done({ results }) {
      refusals.value = describeRefusals(results, orders)
      selected.value = new Set()
      const moved = steps.filter(({ id }) => results.some((one) => one.id === id && one.outcome === 'moved'))
      return { ...describeResults(results), ...(moved.length > 0 && undoable(moved, orders)) }
    },
    failed: 'We could not update these orders. Please try again.',
  })
}

const undoable = (steps: Step[], orders: AdminOrder[]): Pick<Toast, 'action' | 'duration'> => ({
  action: [{ label: 'Undo', onPress: () => void moveBack(steps, orders) }],
  duration: UNDO_MS,
})

/** Takes steps back, and with them the emails that have not left, and selects the orders again. */
function moveBack(steps: Step[], orders: AdminOrder[]): Promise<ActionResult> {
  refusals.value = []
  const back = steps.map(({ id, fulfilment, from }) => ({ id, fulfilment: from, from: fulfilment }))
  return runAction(() => adminCall(changeFulfilmentsEndpoint, { orders: back }), {
    done({ results }) {
      refusals.value = describeRefusals(results, orders)
      const moved = results.filter(({ outcome }) => outcome === 'moved')
      select(
        moved.map(({ id }) => id),
        true,
      )
      const told = moved.filter(
        ({ order }) => order?.buyerTold && order.fulfilment === (order.isCancelled ? 'ready' : 'to_prepare'),
      ).length
      const sentences = [
        `${moved.length || 'No'} ${moved.length === 1 ? 'order' : 'orders'} moved back.`,
        told > 0 && `${told} ${told === 1 ? 'buyer' : 'buyers'} had already been told by email.`,
        told === 0 &&
          moved.length === steps.length &&
          steps.some(({ fulfilment }) => fulfilment === 'ready') &&
          'No emails were sent.',
        moved.length < steps.length && `${steps.length - moved.length} could not be moved back.`,
      ]
      return {
        title: told > 0 || moved.length < steps.length ? 'Please check' : 'Success',
        description: sentences.filter(Boolean).join(' '),
      }
    },
    failed: 'The orders could not be moved back. Please try again.',
  })
}

const describeRefusals = (results: ChangeFulfilmentsResult[], orders: AdminOrder[]) =>
  results.flatMap((result) =>
    result.outcome === 'refused'
      ? `${orderName(orders.find(({ id }) => id === result.id)!)}: ${result.message}`
      : [],
  )

function describeResults(results: ChangeFulfilmentsResult[]) {
  const count = (outcome: ChangeFulfilmentsResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  const [moved, unchanged, refused] = [count('moved'), count('unchanged'), count('refused')]
  const sentences = [
    `${moved || 'No'} ${moved === 1 ? 'order' : 'orders'} updated.`,
    unchanged > 0 && `${unchanged} had already been updated.`,
    refused > 0 && `${refused} could not be updated.`,
  ]
  return { title: refused > 0 ? 'Please check' : 'Success', description: sentences.filter(Boolean).join(' ') }
}
