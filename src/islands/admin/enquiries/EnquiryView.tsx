import { useState } from 'react'
import type { Enquiry } from '#contract/enquiries/admin-enquiries.ts'
import { Quote } from '#islands/admin/customers/TimelineItem.tsx'
import { enquiryQuery, type AppointmentRequest } from '#islands/admin/enquiries/enquiries.store.ts'
import { ENQUIRY_KINDS, enquirySubject, senderName } from '#islands/admin/enquiries/enquiry-labels.ts'
import { EnquiryActions, EnquiryBadges } from '#islands/admin/enquiries/EnquiryEntry.tsx'
import { NoteDialog } from '#islands/admin/enquiries/NoteDialog.tsx'
import { EmailLink, PhoneLink } from '#islands/admin/shared/ContactLinks.tsx'
import { CorrectAddress } from '#islands/admin/shared/CorrectAddress.tsx'
import { DetailPanel, Fact, FactButton } from '#islands/admin/shared/DetailPanel.tsx'
import { dateTime, longDate, weekdayAndTime } from '#islands/admin/shared/format.ts'
import { RecordEmails } from '#islands/admin/shared/RecordEmails.tsx'

export function EnquiryView({ id }: { id: string }) {
  return (
    <DetailPanel
      tab="requests"
      kind="request"
      id={id}
      query={enquiryQuery(id)}
      title={senderName}
      badges={badges}
    >
      {(enquiry) => <EnquiryDetails enquiry={enquiry} />}
    </DetailPanel>
  )
}

const badges = (enquiry: Enquiry) => <EnquiryBadges enquiry={enquiry} />

function EnquiryDetails({ enquiry }: { enquiry: Enquiry }) {
  return (
    <>
      <div className="wrap-anywhere">
        <p className="font-semibold">{enquirySubject(enquiry)}</p>
        <p className="text-small text-soft">{`${ENQUIRY_KINDS[enquiry.kind]}, ${dateTime(enquiry.at)}`}</p>
        <Quote>{enquiry.message}</Quote>
      </div>
      <div className="side-acts">
        <EnquiryActions enquiry={enquiry} />
      </div>
      <EnquiryFacts enquiry={enquiry} />
      <RecordEmails id={enquiry.id} />
    </>
  )
}

function EnquiryFacts({ enquiry }: { enquiry: Enquiry }) {
  const { id, kind, email, phone, answeredAt } = enquiry
  return (
    <dl className="side-facts">
      {enquiry.kind === 'appointment' && <AppointmentFacts enquiry={enquiry} />}
      {phone && (
        <Fact label="Phone">
          <PhoneLink phone={phone} />
        </Fact>
      )}
      <Fact label="Email">
        <EmailLink email={email} />
        <CorrectAddress
          kind={kind}
          id={id}
          email={email}
          eyebrow={`${senderName(enquiry)}, ${enquirySubject(enquiry)}`}
          hint="If we still have the confirmation email, we will send it again to the new address."
        />
      </Fact>
      <Fact label="Answered">{answeredAt === null ? 'Not yet' : dateTime(answeredAt)}</Fact>
      <PrivateNote enquiry={enquiry} />
    </dl>
  )
}

function AppointmentFacts({
  enquiry: { preferredDate, dayPart, voucherEnd, insurance, confirmedFor, confirmedMinutes },
}: {
  enquiry: AppointmentRequest
}) {
  return (
    <>
      {confirmedFor && (
        <Fact label="Confirmed for">
          <span>{weekdayAndTime(confirmedFor)}</span>
          {confirmedMinutes !== null && (
            <span className="block text-soft">{`${confirmedMinutes} minutes`}</span>
          )}
        </Fact>
      )}
      {preferredDate && <Fact label="Preferred date">{longDate(preferredDate)}</Fact>}
      {dayPart && <Fact label="Time of day">{dayPart}</Fact>}
      {voucherEnd && <Fact label="Voucher ending">{voucherEnd}</Fact>}
      {insurance && <Fact label="Insurance">{insurance}</Fact>}
    </>
  )
}

function PrivateNote({ enquiry }: { enquiry: Enquiry }) {
  const [open, setOpen] = useState(false)
  return (
    <Fact label="Private note">
      {enquiry.note && <span className="block whitespace-pre-line">{enquiry.note}</span>}
      <FactButton onPress={() => setOpen(true)}>
        {enquiry.note === null ? 'Add a note' : 'Change the note'}
      </FactButton>
      {open && <NoteDialog enquiry={enquiry} onClose={() => setOpen(false)} />}
    </Fact>
  )
}
