import { useQuery } from '@tanstack/react-query'
import { hrefOf } from '#islands/admin/router.ts'
import { attentionQuery } from '#islands/admin/shared/server-data.ts'

/** Open orders and unanswered enquiries, whatever their age, with links to their lists. */
export function PendingWork() {
  const waiting = useQuery(attentionQuery).data?.waiting
  const rows: [count: number, label: string, href: string][] = waiting
    ? [
        [waiting.ordersToPrepare, plural(waiting.ordersToPrepare, 'order') + ' to prepare', hrefOf('orders')],
        [waiting.inquiries, plural(waiting.inquiries, 'product question'), hrefOf('requests', 'question')],
        [
          waiting.appointments,
          plural(waiting.appointments, 'appointment request'),
          hrefOf('requests', 'appointment'),
        ],
        [waiting.messages, plural(waiting.messages, 'message'), hrefOf('requests', 'message')],
      ]
    : []
  const open = rows.filter(([count]) => count > 0)
  return (
    <section aria-labelledby="waiting-heading">
      <h2 id="waiting-heading">Waiting for you</h2>
      {waiting && open.length === 0 && <p className="mt-2 text-small text-soft">Nobody is waiting.</p>}
      <ul className="waiting">
        {open.map(([count, label, href]) => (
          <li key={label}>
            <a href={href}>
              <strong className="tabular-nums">{count}</strong>
              <span>{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const plural = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`)
