import { useState } from 'react'
import type { VisitorRequest } from '#contract/requests.ts'
import { Quote } from '#islands/admin/customers/TimelineItem.tsx'
import { ConfirmAppointmentDialog } from '#islands/admin/requests/ConfirmAppointmentDialog.tsx'
import { NoteDialog } from '#islands/admin/requests/NoteDialog.tsx'
import { REQUEST_KINDS, requestSubject, senderName } from '#islands/admin/requests/request-labels.ts'
import { AnswerButton, ContactButtons, RequestBadges } from '#islands/admin/requests/RequestEntry.tsx'
import { requestQuery, type AppointmentRequest } from '#islands/admin/requests/requests.store.ts'
import { EmailLink, PhoneLink } from '#islands/admin/shared/ContactLinks.tsx'
import { DetailPanel, Fact, FactButton } from '#islands/admin/shared/DetailPanel.tsx'
import { dateTime, longDate, weekdayAndTime } from '#islands/admin/shared/format.ts'
import { Button } from '#ui/Button.tsx'

export function RequestView({ id }: { id: string }) {
  return (
    <DetailPanel
      tab="requests"
      kind="request"
      id={id}
      query={requestQuery(id)}
      title={senderName}
      badges={badges}
    >
      {(request) => <RequestDetails request={request} />}
    </DetailPanel>
  )
}

const badges = (request: VisitorRequest) => <RequestBadges request={request} />

function RequestDetails({ request }: { request: VisitorRequest }) {
  return (
    <>
      <div className="wrap-anywhere">
        <p className="font-semibold">{requestSubject(request)}</p>
        <p className="text-small text-soft">
          {REQUEST_KINDS[request.kind]}, {dateTime(request.at)}
        </p>
        <Quote>{request.message}</Quote>
      </div>
      <div className="side-acts max-lg:*:grow">
        {request.kind === 'appointment' && <ConfirmButton request={request} />}
        <ContactButtons request={request} />
        <AnswerButton request={request} variant={request.kind === 'appointment' ? 'quiet' : 'primary'} />
      </div>
      <RequestFacts request={request} />
    </>
  )
}

function ConfirmButton({ request }: { request: AppointmentRequest }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button className="button-compact" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {request.confirmedFor === null ? 'Confirm appointment' : 'Move appointment'}
      </Button>
      {open && <ConfirmAppointmentDialog request={request} onClose={() => setOpen(false)} />}
    </>
  )
}

function RequestFacts({ request }: { request: VisitorRequest }) {
  const { email, phone, answeredAt } = request
  return (
    <dl className="side-facts">
      {request.kind === 'appointment' && <AppointmentFacts request={request} />}
      {phone && (
        <Fact label="Phone">
          <PhoneLink phone={phone} />
        </Fact>
      )}
      <Fact label="Email">
        <EmailLink email={email} />
      </Fact>
      <Fact label="Answered">{answeredAt === null ? 'Not yet' : dateTime(answeredAt)}</Fact>
      <PrivateNote request={request} />
    </dl>
  )
}

function AppointmentFacts({
  request: { preferredDate, insurance, confirmedFor, confirmedMinutes },
}: {
  request: AppointmentRequest
}) {
  return (
    <>
      {confirmedFor && (
        <Fact label="Confirmed for">
          {weekdayAndTime(confirmedFor)}
          {confirmedMinutes !== null && <span className="block text-soft">{confirmedMinutes} minutes</span>}
        </Fact>
      )}
      {preferredDate && <Fact label="Preferred date">{longDate(preferredDate)}</Fact>}
      {insurance && <Fact label="Insurance">{insurance}</Fact>}
    </>
  )
}

function PrivateNote({ request }: { request: VisitorRequest }) {
  const [open, setOpen] = useState(false)
  return (
    <Fact label="Private note">
      {request.note && <span className="block whitespace-pre-line">{request.note}</span>}
      <FactButton onPress={() => setOpen(true)}>
        {request.note === null ? 'Add a note' : 'Change the note'}
      </FactButton>
      {open && <NoteDialog request={request} onClose={() => setOpen(false)} />}
    </Fact>
  )
}
