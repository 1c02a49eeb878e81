import type { Person } from '#contract/customers'
import { longDay } from '../shared/format.ts'
import { Story, Words } from './TimelineItem.tsx'
import { serviceIn } from './customer-labels.ts'

export function InquiryStory({ inquiry }: { inquiry: Person['inquiries'][number] }) {
  return (
    <Story what="Question about a product" date={inquiry.date}>
      <p>
        {inquiry.quantity} × {inquiry.productName}
      </p>
      <Words>{inquiry.message}</Words>
    </Story>
  )
}

export function MessageStory({ message }: { message: Person['messages'][number] }) {
  return (
    <Story what="Message" date={message.date}>
      <p>{message.subject}</p>
      <Words>{message.message}</Words>
    </Story>
  )
}

export function AppointmentStory({ appointment }: { appointment: Person['appointments'][number] }) {
  const { service, preferredDate, insurance, reason, date } = appointment
  return (
    <Story what="Appointment request" date={date}>
      <p>{serviceIn(service)}</p>
      {preferredDate && <p>Preferred date: {longDay(preferredDate)}</p>}
      {insurance && <p>Insurance: {insurance}</p>}
      <Words>{reason}</Words>
    </Story>
  )
}
