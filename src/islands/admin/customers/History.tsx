import type { Person } from '#contract/customers'
import { memo } from 'react'
import { AppointmentStory, InquiryStory, MessageStory } from './EnquiryTimeline.tsx'
import { type Happening, happeningsOf } from './timeline.ts'
import { OrderStory, UnfinishedStory, VoucherStory } from './PurchaseTimeline.tsx'

/** Everything they bought, received, asked and wrote, the newest first. */
export const History = memo(({ person }: { person: Person }) => {
  const happenings = happeningsOf(person)
  return (
    <section aria-labelledby="history">
      <h3 id="history">
        History{' '}
        <span className="font-normal text-soft">
          {happenings.length} {happenings.length === 1 ? 'entry' : 'entries'}
        </span>
      </h3>
      <ol className="ledger stories">
        {happenings.map((happening) => (
          <Story key={happening.key} happening={happening} email={person.customer.email} />
        ))}
      </ol>
    </section>
  )
})

function Story({ happening: { of, it }, email }: { happening: Happening; email: string }) {
  switch (of) {
    case 'unfinished':
      return <UnfinishedStory purchase={it} />
    case 'vouchers':
      return <VoucherStory voucher={it} email={email} />
    case 'orders':
      return <OrderStory order={it} />
    case 'inquiries':
      return <InquiryStory inquiry={it} />
    case 'messages':
      return <MessageStory message={it} />
    case 'appointments':
      return <AppointmentStory appointment={it} />
  }
}
