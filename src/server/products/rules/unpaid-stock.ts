import { sql } from 'kysely'

/** Units that everybody may reserve, whatever was not paid for. */
export const FREE_UNITS = 3
/** How often the whole stock lapses before buyers share it. */
const LAPSES = 2
/** How long a reservation is kept. One that is released sooner counts by its part of it. */
const KEPT_SECONDS = 15 * 60

const dayAgo = (now: Date) => sql`${now}::timestamptz - interval '1 day'`

/**
 * SQL condition on `product`: its whole stock was reserved twice and not paid for within 24 hours, and no purchase of it
 * was paid since. Counts units, because a person who blocks a shelf may split it over many addresses and purchases.
 */
export const isUnpaidTwice = (now: Date) => sql<boolean>`(
  product.stock > 1 and (
    select coalesce(sum(quantity * case state when 'lapsed' then 1
      else least(1, extract(epoch from settled_at - created_at) / ${KEPT_SECONDS}) end), 0)
    from stock_reservation ended
    where ended.product_id = product.id and ended.state in ('lapsed', 'released')
      and ended.settled_at > greatest(${dayAgo(now)}, (
        select max(settled_at) from stock_reservation sold
        where sold.product_id = product.id and sold.state = 'sold' and sold.settled_at > ${dayAgo(now)}
      ))
  ) >= ${LAPSES} * product.stock)`
