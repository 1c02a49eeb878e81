import type { Person } from '#contract/reports/customers.ts'
import { serviceLabel } from '#islands/admin/customers/customer-labels.ts'
import { Quote, TimelineItem } from '#islands/admin/customers/TimelineItem.tsx'
import { dateTime, longDate, weekdayAndTime } from '#islands/admin/shared/format.ts'

interface EnquiryProps<Kind extends 'inquiries' | 'messages' | 'appointments'> {
  enquiry: Person[Kind][number]
  /** The customer's name. */
  name: string
}

export function InquiryItem({ enquiry: inquiry, name }: EnquiryProps<'inquiries'>) {
  return (
    <TimelineItem title="Question about a product" date={inquiry.date}>
      <OtherName enquiry={inquiry} name={name} />
      <p>{`${inquiry.quantity} × ${inquiry.productName}`}</p>
      <Quote>{inquiry.message}</Quote>
      <Answer enquiry={inquiry} />
    </TimelineItem>
  )
}

export function MessageItem({ enquiry: message, name }: EnquiryProps<'messages'>) {
  return (
    <TimelineItem title="Message" date={message.date}>
      <OtherName enquiry={message} name={name} />
      <p>{message.subject}</p>
      <Quote>{message.message}</Quote>
      <Answer enquiry={message} />
    </TimelineItem>
  )
}

export function AppointmentItem({ enquiry: appointment, name }: EnquiryProps<'appointments'>) {
  const { service, preferredDate, dayPart, voucherEnd, insurance, reason, date } = appointment
  return (
    <TimelineItem title="Appointment request" date={date}>
      <OtherName enquiry={appointment} name={name} />
      <p>{serviceLabel(service)}</p>
      {preferredDate && <p>{`Preferred date: ${longDate(preferredDate)}`}</p>}
      {dayPart && <p>{`Time of day: ${dayPart}`}</p>}
      {voucherEnd && (
        <p>
          Voucher ending: <span translate="no">{voucherEnd}</span>
        </p>
      )}
      {insurance && <p>{`Insurance: ${insurance}`}</p>}
      <Quote>{reason}</Quote>
      {appointment.confirmedFor && <p>{`Confirmed for ${weekdayAndTime(appointment.confirmedFor)}`}</p>}
      <Answer enquiry={appointment} />
    </TimelineItem>
  )
}

/** The name given with an enquiry, if it is not the one that the customer gave last. */
function OtherName({
  enquiry: { firstName, lastName },
  name,
}: {
  enquiry: Pick<Person['messages'][number], 'firstName' | 'lastName'>
  name: string
}) {
  const given = `${firstName} ${lastName}`
  return (
    given !== name && (
      <p>
        From <bdi translate="no">{given}</bdi>
      </p>
    )
  )
}

function Answer({ enquiry }: { enquiry: Pick<Person['messages'][number], 'answeredAt' | 'note'> }) {
  return (
    <>
      {enquiry.answeredAt && <p>{`Answered ${dateTime(enquiry.answeredAt)}`}</p>}
      {enquiry.note && <p className="whitespace-pre-line">{`Note: ${enquiry.note}`}</p>}
    </>
  )
}
