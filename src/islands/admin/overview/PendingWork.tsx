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
      <ul className="mt-2">
        {open.map(([count, label, href]) => (
          <li key={label} className="border-t border-rule">
            <a
              className="grid min-h-target grid-cols-[minmax(2rem,auto)_1fr] items-center gap-2 text-small no-underline"
              href={href}
            >
              <strong className="font-[560] tabular-nums">{count}</strong>
              <span className="underline decoration-1 underline-offset-[0.22em]">{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const plural = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`)
