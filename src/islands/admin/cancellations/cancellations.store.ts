import type { BodyInput } from '#contract/base/endpoint.ts'
import { changeFulfilmentEndpoint } from '#contract/orders/admin-orders.ts'
import {
  recordCancellationEndpoint,
  recordGoodsEndpoint,
  recordPaidBackEndpoint,
} from '#contract/purchases/cancellation.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { describeStage } from '#islands/admin/cancellations/cancellation-labels.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

/** `id`: of the voucher or order. */
export const recordCancellation = (
  id: string,
  body: BodyInput<typeof recordCancellationEndpoint>,
): Promise<ActionResult> =>
  runAction(() => adminCall(recordCancellationEndpoint, body, { params: { id } }), {
    done: (cancellation) => ({ title: 'Cancellation recorded', description: describeStage(cancellation) }),
    failed: 'We could not record the cancellation. Please try again.',
  })

/** `id`: of the cancellation. */
export const recordGoods = (id: string, body: BodyInput<typeof recordGoodsEndpoint>): Promise<ActionResult> =>
  runAction(() => adminCall(recordGoodsEndpoint, body, { params: { id } }), {
    done: (cancellation) => ({ title: 'Success', description: describeStage(cancellation) }),
    failed: 'We could not record this. Please try again. The money will not be refunded twice.',
  })

export const recordPaidBack = (id: string): Promise<ActionResult> =>
  runAction(() => adminCall(recordPaidBackEndpoint, undefined, { params: { id } }), {
    done: (cancellation) => ({ title: 'Success', description: describeStage(cancellation) }),
    failed: 'We could not record this. Please try again.',
  })

/** Records that an order was collected, although its buyer has cancelled it. */
export const collectCancelled = (orderId: string): Promise<ActionResult> =>
  runAction(
    () =>
      adminCall(
        changeFulfilmentEndpoint,
        { fulfilment: 'collected', from: 'ready' },
        { params: { id: orderId } },
      ),
    {
      done: 'The order has been collected. Its goods are now due back.',
      failed: 'The order could not be changed. Please try again.',
    },
  )
