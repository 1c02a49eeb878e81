import { deepStrictEqual } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { londonDay } from '#contract/base/send-date.ts'
import { recordCancellation } from '#server/cancelling/record-cancellation.ts'
import { recordGoods } from '#server/cancelling/record-goods.ts'
import { recordPaidBack } from '#server/cancelling/record-paid-back.ts'
import { intentIdOf } from '#server/money/settle/intent.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { startProductPayment } from '#server/money/start/start-payment.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { getOrder } from '#server/orders/get-order.ts'
import { addProductWithStock, PERSON, PRICE, stockOf } from '#tests/harness/order-buyer.ts'
import type { World } from '#tests/harness/start-world.ts'
import { payStarted } from '#tests/harness/voucher-buyer.ts'
import { applyRefundEvent, findRefund } from '#tests/resilience/ledger/at-stripe.ts'
import { cancelAsBuyer, findCancellation } from '#tests/resilience/ledger/cancel-steps.ts'
import { ACTOR } from '#tests/resilience/ledger/issue.ts'
import {
  pick,
  resultOrCode,
  type ModelRun,
  type StepHandler,
  type TrackedOrder,
} from '#tests/resilience/ledger/model-run.ts'
import { mayBeDecided } from '#tests/resilience/ledger/model.ts'
import * as model from '#tests/resilience/ledger/order-model.ts'

const QUANTITY = 2
const STOCK = 5

export const orderStep: StepHandler<'order'> = async (run, { isCollected, slowBank }) => {
  const { world, orders } = run
  const of = await buyGoods(world, slowBank)
  if (isCollected)
    for (const fulfilment of ['ready', 'collected'] as const)
      await changeFulfilment(world.services, { orderId: of.id, fulfilment, actor: ACTOR })
  if (isCollected) of.expected.collectedOn = londonDay(world.clock.now())
  orders.push(of)
  await compareOrder(world, of)
  return 'done'
}

async function buyGoods(world: World, slowBank: boolean): Promise<TrackedOrder> {
  const product = await addProductWithStock(world, STOCK)
  const { clientSecret } = await startProductPayment(
    world.services,
    {
      productId: product,
      amount: QUANTITY * PRICE,
      quantity: QUANTITY,
      purchaseData: {
        ...PERSON,
        phone: undefined,
        shippingAddress: { ...PERSON.shippingAddress, line2: undefined, country: 'GB' },
        delivery: 'collection',
      },
    },
    randomUUID(),
  )
  const intentId = intentIdOf(clientSecret)
  await payStarted(world, { clientSecret, intentId }, slowBank ? 'pm_card_pendingRefund' : 'pm_card_visa')
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'ordered') throw new Error(`paid, and ${settled.outcome}`)
  const { id } = settled.order
  const [row] = await world.rows<{ at: Date }>('select placed_at as at from orders where id = $1', [id])
  const expected = { paid: QUANTITY * PRICE, collectedOn: undefined, slowBank, refunds: [], deducted: 0 }
  return { id, intentId, product, placedOn: londonDay(row!.at), expected }
}

/** Throws if an order or its stock differs from its model. */
async function compareOrder(world: World, { id, product, expected }: TrackedOrder): Promise<void> {
  const { status, refunded, cancellation } = await getOrder(world.services.db, id)
  const stays = expected.isCancelled && expected.collectedOn === undefined
  deepStrictEqual(
    {
      status,
      refunded,
      cancellation: cancellation && { stage: cancellation.stage, amount: cancellation.amount },
      stock: await stockOf(world, product),
    },
    { ...model.shownOrder(expected), stock: { stock: stays ? STOCK : STOCK - QUANTITY, reserved: 0 } },
  )
}

export const cancelOrderStep: StepHandler<'cancel order'> = async ({ world, orders }, { order, by }) => {
  const of = pick(orders, order)
  if (!of) return 'impossible'
  const wasCancelled = of.expected.isCancelled
  const refusal = model.cancelOrder(of.expected, by, world.clock.now())
  const answer = await resultOrCode(
    by === 'buyer'
      ? cancelAsBuyer(world, of.intentId, of.expected.paid)
      : recordCancellation(world.services, { recordId: of.id, sentOn: of.placedOn, actor: ACTOR }),
  )
  deepStrictEqual(typeof answer === 'string' ? answer : undefined, refusal)
  if (typeof answer !== 'string') deepStrictEqual(answer.at, (of.cancelledAt ??= answer.at))
  await compareOrder(world, of)
  if (refusal) return 'refused'
  return wasCancelled ? 'done, again' : 'done'
}

const pickCancelled = ({ orders }: ModelRun, nth: number) =>
  pick(
    orders.filter(({ expected }) => expected.isCancelled),
    nth,
  )

export const goodsBackStep: StepHandler<'goods back'> = async (run, { order, deduct }) => {
  const of = pickCancelled(run, order)
  if (!of) return 'impossible'
  const { services, clock } = run.world
  const refusal = model.takeGoodsBack(of.expected, deduct)
  const answer = await resultOrCode(
    recordGoods(services, {
      id: await findCancellation(run.world, of.id),
      what: 'back',
      on: londonDay(clock.now()),
      deduct,
      reason: deduct > 0 ? 'It is stained' : undefined,
      admin: { id: ACTOR, role: 'owner' },
    }),
  )
  deepStrictEqual(typeof answer === 'string' ? answer : undefined, refusal)
  await compareOrder(run.world, of)
  return refusal ? 'refused' : 'done'
}

export const decideOrderRefundStep: StepHandler<'order refund decided'> = async (run, { order, arrives }) => {
  const of = pick(
    run.orders.filter(({ expected }) => expected.refunds.some((one) => mayBeDecided(one, arrives))),
    order,
  )
  if (!of) return 'impossible'
  const refund = of.expected.refunds.find((one) => mayBeDecided(one, arrives))!
  const id = findRefund(run.world, of, refund)
  if (arrives) refund.state = 'succeeded'
  else model.failOrderRefund(of.expected, refund)
  await run.world.stripe.control.settleRefund({ refund: id, ok: arrives })
  await applyRefundEvent(run.world, of.intentId)
  await compareOrder(run.world, of)
  return arrives ? 'done, paid' : 'done, failed'
}

export const markOrderPaidBackStep: StepHandler<'order paid back'> = async (run, { order }) => {
  const of = pickCancelled(run, order)
  if (!of) return 'impossible'
  const refusal = model.markOrderPaidBack(of.expected)
  const id = await findCancellation(run.world, of.id)
  const answer = await resultOrCode(recordPaidBack(run.world.services, id, ACTOR))
  deepStrictEqual(typeof answer === 'string' ? answer : undefined, refusal)
  await compareOrder(run.world, of)
  return refusal ? 'refused' : 'done'
}

/** After the scheduled job has paid cancelled purchases back. */
export async function comparePaidOrders({ world, orders }: ModelRun): Promise<void> {
  for (const of of orders.filter(({ expected }) => expected.isCancelled)) {
    model.payOrderBack(of.expected)
    await compareOrder(world, of)
  }
}
