import { sql, type InferResult } from 'kysely'
import type { Activity, activityTypes } from '#contract/reports/reports.ts'
import { ACTOR_LABELS, describeActivity } from '#server/activity/describe-activity.ts'
import { PAGE_LIMIT, pageNotFoundError, toPage } from '#server/db/cursor.ts'
import { query, type Db } from '#server/db/db.ts'

/** At most 18 digits, which fit into a `bigint`. */
const CURSOR = /^\d{1,18}$/

export type ActivityRow = InferResult<typeof ACTIVITY>[number]

interface Page {
  cursor?: string | undefined
  /** `shop`: only activity of vouchers, orders and products. */
  of?: 'shop' | undefined
}

/** Selects the activity, with the present names of its voucher, order, product, admin or customer. */
export const ACTIVITY = query
  .selectFrom('activity')
  .leftJoin('adminUser', (join) => join.on(sql<boolean>`admin_user.id::text = activity.actor`))
  .leftJoin('adminUser as subject', (join) => join.on(sql<boolean>`subject.id::text = after ->> 'admin'`))
  .leftJoin('giftVoucher as voucher', 'voucher.id', 'activity.voucherId')
  .leftJoin('orders', 'orders.id', 'activity.orderId')
  .leftJoin('product', 'product.id', 'activity.productId')
  .leftJoin('customer', (join) => join.on(sql<boolean>`customer.id = (after ->> 'customer')::uuid`))
  .select([
    sql<string>`activity.id::text`.as('id'),
    'activity.at',
    'actor',
    'adminUser.name as actorName',
    'action',
  ])
  .select(['voucher.id as voucherId', 'buyerName', 'recipientName', 'customer.name as customerName'])
  .select('subject.name as subjectName')
  .select(['orders.id as orderId', 'quantity', 'delivery'])
  .select(sql<string | null>`code_end(voucher.code)`.as('codeEnd'))
  .select((activity) => [
    activity.ref('before').$castTo<Record<string, unknown> | null>().as('before'),
    activity.ref('after').$castTo<Record<string, unknown> | null>().as('after'),
    activity.fn.coalesce('orders.productId', 'product.id').as('productId'),
    activity.fn.coalesce('orders.productName', 'product.name').as('productName'),
    activity
      .selectFrom('payment')
      .select('currency')
      .whereRef('payment.id', '=', 'activity.paymentId')
      // What bought something is in pounds.
      .where('activity.voucherId', 'is', null)
      .where('activity.orderId', 'is', null)
      .as('currency'),
  ])

const IS_OF_SHOP = sql<boolean>`(coalesce(activity.voucher_id, activity.order_id, activity.product_id) is not null
  or action in ('vouchers_imported', 'import_taken_back'))`

export const selectActivity = ({ cursor, of }: Page, limit: number) =>
  ACTIVITY.where(cursor ? sql<boolean>`activity.id < ${cursor}::bigint` : sql<boolean>`true`)
    .where(of ? IS_OF_SHOP : sql<boolean>`true`)
    .orderBy('activity.id', 'desc')
    .limit(limit)

/**
 * Returns one page, newest first. Descriptions are built from ids on each request, so erased names disappear from
 * them.
 */
export async function listActivity(
  db: Db,
  { cursor, of }: Page,
): Promise<{ items: Activity[]; next: string | undefined }> {
  if (cursor && !CURSOR.test(cursor)) throw pageNotFoundError()
  const rows = await db.run(selectActivity({ cursor, of }, PAGE_LIMIT))
  const { page, cursor: next } = toPage(rows, ({ id }) => id)
  return { items: page.map(toActivity), next }
}

export const toActivity = (row: ActivityRow): Activity => ({
  id: row.id,
  at: row.at.toISOString(),
  type: typeOf(row),
  actor: row.actorName ?? ACTOR_LABELS[row.actor] ?? 'Administrator',
  description: describeActivity(row),
  names: [row.buyerName, row.recipientName, row.customerName].flatMap((name) => name || []),
  before: row.before,
  after: row.after,
})

function typeOf({ voucherId, orderId, productId, action }: ActivityRow): (typeof activityTypes)[number] {
  if (voucherId || action === 'vouchers_imported' || action === 'import_taken_back') return 'voucher'
  if (orderId) return 'order'
  if (productId) return 'product'
  if (/^(?:customer|person|request|appointment)_/.test(action)) return 'customer'
  return action.startsWith('payment') || action.startsWith('refund') || action.startsWith('dispute')
    ? 'payment'
    : 'account'
}
