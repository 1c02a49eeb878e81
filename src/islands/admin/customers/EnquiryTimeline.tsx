import type { Person } from '#contract/customers.ts'
import { serviceLabel } from '#islands/admin/customers/customer-labels.ts'
import { Quote, TimelineItem } from '#islands/admin/customers/TimelineItem.tsx'
import { dateTime, longDate } from '#islands/admin/shared/format.ts'

export function InquiryItem({ inquiry }: { inquiry: Person['inquiries'][number] }) {
  return (
    <TimelineItem title="Question about a product" date={inquiry.date}>
      <p>
        {inquiry.quantity} × {inquiry.productName}
      </p>
      <Quote>{inquiry.message}</Quote>
      <Answer enquiry={inquiry} />
    </TimelineItem>
  )
}

export function MessageItem({ message }: { message: Person['messages'][number] }) {
  return (
    <TimelineItem title="Message" date={message.date}>
      <p>{message.subject}</p>
      <Quote>{message.message}</Quote>
      <Answer enquiry={message} />
    </TimelineItem>
  )
}

export function AppointmentItem({ appointment }: { appointment: Person['appointments'][number] }) {
  const { service, preferredDate, insurance, reason, date } = appointment
  return (
    <TimelineItem title="Appointment request" date={date}>
      <p>{serviceLabel(service)}</p>
      {preferredDate && <p>Preferred date: {longDate(preferredDate)}</p>}
      {insurance && <p>Insurance: {insurance}</p>}
      <Quote>{reason}</Quote>
      {appointment.confirmedFor && <p>Confirmed for {dateTime(appointment.confirmedFor)}</p>}
      <Answer enquiry={appointment} />
    </TimelineItem>
  )
}

function Answer({ enquiry }: { enquiry: Pick<Person['messages'][number], 'answeredAt' | 'note'> }) {
  return (
    <>
      {enquiry.answeredAt && <p>Answered {dateTime(enquiry.answeredAt)}</p>}
      {enquiry.note && <p className="whitespace-pre-line">Note: {enquiry.note}</p>}
    </>
  )
}
