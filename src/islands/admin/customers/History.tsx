import { memo } from 'react'
import type { Person } from '#contract/reports/customers.ts'
import { AppointmentItem, InquiryItem, MessageItem } from '#islands/admin/customers/EnquiryTimeline.tsx'
import {
  OrderTimelineItem,
  UnfinishedPurchaseItem,
  VoucherTimelineItem,
} from '#islands/admin/customers/PurchaseTimeline.tsx'

/** A customer's purchases, received vouchers and enquiries, newest first. */
export const History = memo(({ person }: { person: Person }) => {
  const timeline = timelineOf(person)
  return (
    <section aria-labelledby="history">
      <h3 id="history">
        History{' '}
        <span className="font-normal text-soft">
          {`${timeline.length} ${timeline.length === 1 ? 'entry' : 'entries'}`}
        </span>
      </h3>
      <ol className="ledger wrap-anywhere [&_a]:underline [&_a]:decoration-1 [&_a]:underline-offset-[0.22em]">
        {timeline.map((happening) => (
          <HistoryEntry key={happening.key} happening={happening} customer={person.customer} />
        ))}
      </ol>
    </section>
  )
})

function HistoryEntry({
  happening: { kind: of, item: it },
  customer: { name, email },
}: {
  happening: TimelineEntry
  customer: Person['customer']
}) {
  switch (of) {
    case 'unfinished':
      return <UnfinishedPurchaseItem purchase={it} />
    case 'vouchers':
      return <VoucherTimelineItem voucher={it} email={email} />
    case 'orders':
      return <OrderTimelineItem order={it} />
    case 'inquiries':
      return <InquiryItem enquiry={it} name={name} />
    case 'messages':
      return <MessageItem enquiry={it} name={name} />
    case 'appointments':
      return <AppointmentItem enquiry={it} name={name} />
  }
}

type Kinds = Omit<Person, 'customer' | 'cancellations' | 'emails'>

/** An entry of a person's history. */
type TimelineEntry = {
  [Kind in keyof Kinds]: { key: string; kind: Kind; item: Kinds[Kind][number] }
}[keyof Kinds]

const KINDS = ['unfinished', 'vouchers', 'orders', 'inquiries', 'messages', 'appointments'] as const

/** Returns a person's history, newest first. */
function timelineOf(person: Person): TimelineEntry[] {
  return KINDS.flatMap((of) =>
    person[of].map((it, index) => ({ key: `${of}-${index}`, kind: of, item: it }) as TimelineEntry),
  ).toSorted((a, b) => b.item.date.localeCompare(a.item.date))
}

/** Returns the person's phone numbers, newest first. */
export function phonesOf(person: Person): string[] {
  const given = timelineOf(person).map(({ item: it }) => ('phone' in it ? it.phone : null))
  return [...new Set(given)].filter((phone) => phone !== null)
}
