import { useSignals } from '@preact/signals-react/runtime'
import type { Customer } from '#contract/reports/customers.ts'
import { activityCounts, isBuyer } from '#islands/admin/customers/customer-labels.ts'
import { hrefOf, route } from '#islands/admin/router.ts'
import { emailHref, phoneHref } from '#islands/admin/shared/ContactLinks.tsx'
import { pounds, relativeTime } from '#islands/admin/shared/format.ts'

export function CustomerEntry({ item: customer }: { item: Customer }) {
  useSignals()
  return (
    <li className="entry" aria-current={route.value.id === customer.id || undefined}>
      <div className="entry-main">
        <a className="entry-name" href={hrefOf('customers', customer.id)}>
          <bdi translate="no">{customer.name || customer.email}</bdi>
        </a>
        <p className="entry-text">
          <strong translate="no">{customer.email}</strong>
          <span className="entry-line">{activityCounts(customer)}</span>
        </p>
      </div>
      <dl className="entry-figures">
        {isBuyer(customer) && (
          <div>
            <dt>Spent</dt>
            <dd translate="no">{pounds(customer.spent)}</dd>
          </div>
        )}
        <div className="split:col-start-3">
          <dt>Last seen</dt>
          <dd>{relativeTime(customer.lastSeen)}</dd>
        </div>
      </dl>
      <div className="entry-acts">
        {customer.phone && (
          <a className="text-button" href={phoneHref(customer.phone)}>
            Call
          </a>
        )}
        <a className="button button-quiet button-compact" href={emailHref(customer.email)}>
          Email
        </a>
      </div>
    </li>
  )
}
