import { useSignals } from '@preact/signals-react/runtime'
import { hrefOf, type Tab } from '../router.ts'
import { attention } from './overview.store.ts'

/** What people wait for: each leads to where it is done. */
export function PendingWork() {
  useSignals()
  const waiting = attention.value.name === 'here' ? attention.value.value.waiting : undefined
  const rows: [count: number, words: string, tab: Tab][] = waiting
    ? [
        [waiting.ordersToPrepare, plural(waiting.ordersToPrepare, 'order') + ' to prepare', 'orders'],
        [waiting.inquiries, plural(waiting.inquiries, 'product question') + ' this week', 'customers'],
        [
          waiting.appointments,
          plural(waiting.appointments, 'appointment request') + ' this week',
          'customers',
        ],
        [waiting.messages, plural(waiting.messages, 'message') + ' this week', 'customers'],
      ]
    : []
  const open = rows.filter(([count]) => count > 0)
  return (
    <section aria-labelledby="waiting-heading">
      <h2 id="waiting-heading">Waiting for you</h2>
      {waiting && open.length === 0 && <p className="mt-2 text-small text-soft">Nobody is waiting.</p>}
      <ul className="waiting">
        {open.map(([count, words, tab]) => (
          <li key={words}>
            <a href={hrefOf(tab)}>
              <strong className="tabular-nums">{count}</strong>
              <span>{words}</span>
            </a>
          </li>
        ))}
      </ul>
      <a className="button mt-5 w-full" href={hrefOf('vouchers', 'redeem')}>
        Redeem a voucher
      </a>
    </section>
  )
}

const plural = (count: number, thing: string) => (count === 1 ? thing : `${thing}s`)
