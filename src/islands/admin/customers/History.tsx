import type { Person } from '#contract/customers'
import { memo } from 'react'
import { AppointmentItem, InquiryItem, MessageItem } from './EnquiryTimeline.tsx'
import { type TimelineEntry, timelineOf } from './timeline.ts'
import { OrderTimelineItem, UnfinishedPurchaseItem, VoucherTimelineItem } from './PurchaseTimeline.tsx'

/** Everything they bought, received, asked and wrote, the newest first. */
export const History = memo(({ person }: { person: Person }) => {
  const timeline = timelineOf(person)
  return (
    <section aria-labelledby="history">
      <h3 id="history">
        History{' '}
        <span className="font-normal text-soft">
          {timeline.length} {timeline.length === 1 ? 'entry' : 'entries'}
        </span>
      </h3>
      <ol className="ledger stories">
        {timeline.map((happening) => (
          <HistoryEntry key={happening.key} happening={happening} email={person.customer.email} />
        ))}
      </ol>
    </section>
  )
})

function HistoryEntry({
  happening: { kind: of, item: it },
  email,
}: {
  happening: TimelineEntry
  email: string
}) {
  switch (of) {
    case 'unfinished':
      return <UnfinishedPurchaseItem purchase={it} />
    case 'vouchers':
      return <VoucherTimelineItem voucher={it} email={email} />
    case 'orders':
      return <OrderTimelineItem order={it} />
    case 'inquiries':
      return <InquiryItem inquiry={it} />
    case 'messages':
      return <MessageItem message={it} />
    case 'appointments':
      return <AppointmentItem appointment={it} />
  }
}
