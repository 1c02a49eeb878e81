import type { OrderDetail } from '#contract/admin-orders'
import { dateTime } from '../shared/format.ts'

/** Everything that was done to the order, the newest first. */
export function OrderHistory({ order: { history } }: { order: OrderDetail }) {
  return (
    <section aria-labelledby="history">
      <h3 id="history">History</h3>
      <ol className="ledger">
        {history.map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            <p>{what}</p>
            <p className="ledger-who">
              <time dateTime={at}>{dateTime(at)}</time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
