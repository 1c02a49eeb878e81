import type { Customer } from '#contract/customers'
import { useSignals } from '@preact/signals-react/runtime'
import { hrefOf, route } from '../router.ts'
import { relativeTime, pounds } from '../shared/format.ts'
import { activityCounts } from './customer-labels.ts'

export function CustomerEntry({ item: customer }: { item: Customer }) {
  useSignals()
  return (
    <li className="entry customer" aria-current={route.value.id === customer.id || undefined}>
      <div>
        <a className="entry-name" href={hrefOf('customers', customer.id)}>
          {customer.name || customer.email}
        </a>
        <p className="entry-text">
          <strong>{customer.email}</strong>
        </p>
        <p className="entry-text">{activityCounts(customer)}</p>
      </div>
      <dl className="entry-figures">
        <div>
          <dt>Spent</dt>
          <dd>{pounds(customer.spent)}</dd>
        </div>
        <div>
          <dt>Last seen</dt>
          <dd>{relativeTime(customer.lastSeen)}</dd>
        </div>
      </dl>
    </li>
  )
}
