import { sql, type Selectable } from 'kysely'
import type { Activity, activityTypes } from '#contract/reports.ts'
import { ACTOR_LABELS, describeActivity } from '#server/activity/describe-activity.ts'
import { PAGE_LIMIT, pageNotFoundError, toPage } from '#server/db/cursor.ts'
import type { Activity as ActivityTable, GiftVoucher, Orders, Payment } from '#server/db/database.types.ts'
import type { Db } from '#server/db/db.ts'

/** At most 18 digits, which fit into a `bigint`. */
const CURSOR = /^\d{1,18}$/

/** An entry of the activity, with the present names of its voucher, order or product. */
export interface ActivityRow
  extends
    Pick<Selectable<ActivityTable>, 'id' | 'at' | 'actor' | 'action' | 'voucherId' | 'orderId' | 'productId'>,
    Nullable<Pick<Selectable<GiftVoucher>, 'buyerName' | 'recipientName'>>,
    Nullable<Pick<Selectable<Orders>, 'quantity' | 'productName' | 'delivery'>>,
    Nullable<Pick<Selectable<Payment>, 'currency'>> {
  /** Present address of the admin who acted. */
  email: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  codeEnd: string | null
  /** Present name of the person whose data was asked for. */
  customerName: string | null
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

interface Page {
  cursor?: string | undefined
  /** `shop`: only activity of vouchers, orders and products. */
  of?: 'shop' | undefined
}

export const ACTIVITY = sql`
  select activity.id::text, activity.at, activity.actor, admin_user.email, action, before, after,
    voucher.id as voucher_id, code_end(voucher.code) as code_end, voucher.buyer_name, voucher.recipient_name,
    orders.id as order_id, orders.quantity, orders.delivery, coalesce(orders.product_id, product.id) as product_id,
    coalesce(orders.product_name, product.name) as product_name, customer.name as customer_name,
    -- What bought something is in pounds.
    (select currency from payment
      where payment.id = activity.payment_id and activity.voucher_id is null and activity.order_id is null) as currency
  from activity
    left join admin_user on admin_user.id::text = activity.actor
    left join gift_voucher voucher on voucher.id = activity.voucher_id
    left join orders on orders.id = activity.order_id
    left join product on product.id = activity.product_id
    left join customer on customer.id = (after ->> 'customer')::uuid`

export const selectActivity = ({ cursor, of }: Page, limit: number) => sql<ActivityRow>`
  ${ACTIVITY}
  where ${cursor ? sql`activity.id < ${cursor}::bigint` : sql`true`}
    and ${of ? sql`(coalesce(voucher_id, order_id, activity.product_id) is not null or action in ('vouchers_imported', 'import_taken_back'))` : sql`true`}
  order by activity.id desc limit ${limit}`

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
  actor: row.email ?? ACTOR_LABELS[row.actor] ?? 'Administrator',
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
