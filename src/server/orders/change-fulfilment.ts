import { sql } from 'kysely'
import { fulfilmentSteps } from '#contract/base/statuses.ts'
import { ORDER_FROZEN, type FreezeCause } from '#contract/money/frozen.ts'
import {
  UNDO_MS,
  type AdminOrder,
  type ChangeFulfilmentsResult,
  type Fulfilment,
} from '#contract/orders/admin-orders.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { acknowledge } from '#server/cancelling/acknowledge.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { DomainError } from '#server/domain-error.ts'
import { cancelEmails, enqueueEmail } from '#server/email/outbox.ts'
import { IS_TO_RETURN, selectAdminOrders, toAdminOrder, type OrderRow } from '#server/orders/list-orders.ts'
import { FROZEN_BY, type OrderStatus } from '#server/orders/order-status.ts'
import { CAN_HAND_OVER, IS_CANCELLED, IS_READY } from '#server/orders/rules/units-to-hand-over.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

interface FulfilmentChange {
  id: string
  fulfilment: Fulfilment
  /** If present, the change applies only from this status. */
  from?: Fulfilment | undefined
}

type CurrentOrder = OrderRow & { frozenBy: FreezeCause | null }

/** How long an email that an order is ready, or is to come back, waits: an Undo at the last moment still has to arrive (ms). */
export const EMAIL_WAIT_MS = UNDO_MS + 2000

/** Whether the buyer is told of the step that an order has. */
export const isToldOf = ({ fulfilment, isCancelled }: Pick<AdminOrder, 'fulfilment' | 'isCancelled'>) =>
  isCancelled ? fulfilment === 'collected' : fulfilment === 'ready'

const NOT_FOUND = 'We could not find this order.'

/**
 * Moves an order one step forwards or backwards. Enqueues one email to the buyer when it is ready, or when it is collected
 * although it was cancelled, which waits `EMAIL_WAIT_MS` and is withdrawn if the order is moved meanwhile. A repeat changes nothing.
 */
export async function changeFulfilment(
  deps: Deps,
  { orderId, actor, ...change }: Omit<FulfilmentChange, 'id'> & { orderId: string; actor: string },
): Promise<void> {
  const [result] = await changeFulfilments(deps, [{ id: orderId, ...change }], actor)
  if (!result?.order) throw new DomainError('not_found', NOT_FOUND)
  if (result.message !== undefined) throw new DomainError('not_active', result.message)
}

/** Moves several orders one step each. One that cannot take its step does not stop the others. */
export async function changeFulfilments(
  { db, clock, random }: Deps,
  changes: FulfilmentChange[],
  actor: string,
): Promise<ChangeFulfilmentsResult[]> {
  const now = clock.now()
  const ids = changes.map(({ id }) => id)
  const idempotency = idempotent<{ moved: string[] }>(
    { endpoint: 'changeFulfilments', requestId: random.uuid(), body: changes },
    now,
  )
  const { stored, orders } = await db.batch({
    ...idempotency.begin,
    locked: sql`select id from orders where id = any(${ids}::uuid[]) order by id for no key update`,
    ...idempotency.end(
      sql`select jsonb_build_object('moved', jsonb_agg(id)) as answer from ${movable(changes)} having count(*) > 0`,
    ),
    changed: moveOrders(changes, actor, now),
    cancelled: cancelEmails(
      sql`
        template = 'order-ready' and about in (select id from orders where id = any(${ids}::uuid[]) and not ${IS_READY})
        or ${IS_TO_RETURN} and about in (select id from orders where id = any(${ids}::uuid[]) and fulfilment <> 'collected')`,
      now,
    ),
    emails: enqueueReadyEmails(ids, now),
    goodsDue: acknowledge('collected', isCollectedAfterNotice(ids), now, {
      suffix: `:${now.getTime()}`,
      dueAt: new Date(now.getTime() + EMAIL_WAIT_MS),
    }),
    orders: selectAdminOrders()
      .select(FROZEN_BY.as('frozenBy'))
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  })
  const moved = idempotency.read(stored)?.moved ?? []
  return changes.map(({ id, fulfilment }) => {
    const row = orders.find((order) => order.id === id)
    if (!row) return { id, outcome: 'refused', message: NOT_FOUND }
    const order: AdminOrder = toAdminOrder(row)
    if (moved.includes(id)) return { id, outcome: 'moved', order }
    if (row.fulfilment === fulfilment) return { id, outcome: 'unchanged', order }
    return { id, outcome: 'refused', message: describeRefusal(row), order }
  })
}

const CANCELLED =
  'The buyer has cancelled this order. If it is still here, please press “Still here” in its cancellation.'
const CANCELLED_AND_RETURNED = 'The buyer has cancelled this order, so it stays as it is.'

const STATUS_MESSAGES: Partial<Record<OrderStatus, string>> = {
  refunded: 'This order has been refunded, so there is nothing to hand over.',
  refunding: 'This order is being refunded, so there is nothing to hand over.',
}

function describeRefusal({ status, frozenBy, canHandOver, isCancelled }: CurrentOrder): string {
  if (frozenBy) return ORDER_FROZEN[frozenBy]
  if (isCancelled) return canHandOver ? CANCELLED : CANCELLED_AND_RETURNED
  return canHandOver
    ? 'This order has already moved to another step, so this is not possible. Please refresh the page to see its status.'
    : (STATUS_MESSAGES[status] ??
        'Everything in this order is back on the shelf, so there is nothing to hand over.')
}

/** The allowed steps, forwards and backwards, as `delivery from to`. */
const STEPS = Object.entries(fulfilmentSteps).flatMap(([delivery, steps]) =>
  steps
    .slice(1)
    .flatMap((step, index) => [`${delivery} ${steps[index]} ${step}`, `${delivery} ${step} ${steps[index]}`]),
)

/** SQL table: the orders that can take their step now, with the status before and after it. */
const movable = (changes: FulfilmentChange[]) => sql`(
  select id, orders.fulfilment as former, wanted.fulfilment
  from unnest(
    ${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ fulfilment }) => fulfilment)}::text[],
    ${changes.map(({ from }) => from ?? null)}::text[]
  ) as wanted (id, fulfilment, from_step) join orders using (id)
  where ${CAN_HAND_OVER} and orders.fulfilment = coalesce(from_step, orders.fulfilment)
    and not (wanted.fulfilment = 'to_prepare' and ${IS_CANCELLED})
    and concat_ws(' ', orders.delivery, orders.fulfilment, wanted.fulfilment) = any(${STEPS}::text[])
) movable`

function moveOrders(changes: FulfilmentChange[], actor: string, now: Date): Statement {
  return sql`
    with moved as (
      update orders set fulfilment = movable.fulfilment from ${movable(changes)} where orders.id = movable.id
      returning orders.id, orders.payment_id, orders.product_id, movable.former, orders.fulfilment
    )
    ${recordActivity(
      {
        at: now,
        actor,
        action: 'fulfilment_changed',
        paymentId: sql`payment_id`,
        orderId: sql`id`,
        productId: sql`product_id`,
        before: { fulfilment: sql`former` },
        after: { fulfilment: sql`fulfilment` },
      },
      sql`from moved`,
    )}`
}

/** SQL condition: the buyer, who was told that the order waits at the counter, has collected it since, and does not know what follows. */
const isCollectedAfterNotice = (ids: string[]) => sql`
  orders.id = any(${ids}::uuid[]) and orders.fulfilment = 'collected' and cancellation.recorded_at < (
    select max(activity.at) from activity
    where activity.order_id = orders.id and action = 'fulfilment_changed' and after ->> 'fulfilment' = 'collected')
  and not exists (select from outbox where about = orders.id and ${IS_TO_RETURN} and withdrawn_at is null)`

/** The buyer is told once, even if an order becomes ready several times. */
const enqueueReadyEmails = (ids: string[], now: Date) =>
  enqueueEmail(
    {
      key: sql`'order:' || orders.id || ${`:order-ready:${now.getTime()}`}::text`,
      template: 'order-ready',
      data: {},
      at: now,
      dueAt: sql`${new Date(now.getTime() + EMAIL_WAIT_MS)}`,
    },
    sql`
      from orders where orders.id = any(${ids}::uuid[]) and ${IS_READY} and not exists (
        select from outbox where about = orders.id and template = 'order-ready' and withdrawn_at is null
      )`,
  )
