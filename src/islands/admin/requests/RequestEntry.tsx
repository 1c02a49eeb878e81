import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { VisitorRequest } from '#contract/requests.ts'
import {
  REQUEST_KINDS,
  requestBadges,
  requestSubject,
  senderName,
} from '#islands/admin/requests/request-labels.ts'
import { answerRequest, reopenRequest } from '#islands/admin/requests/requests.store.ts'
import { hrefOf, route } from '#islands/admin/router.ts'
import { emailHref, phoneHref } from '#islands/admin/shared/ContactLinks.tsx'
import { dateTime, longDate, weekdayAndTime } from '#islands/admin/shared/format.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { Button } from '#ui/Button.tsx'

export function RequestEntry({ item: request }: { item: VisitorRequest }) {
  useSignals()
  return (
    <li className="entry" aria-current={route.value.id === request.id || undefined}>
      <div>
        <div className="entry-head">
          <a className="entry-name" href={hrefOf('requests', request.id)}>
            {senderName(request)}
          </a>
          <RequestBadges request={request} />
        </div>
        <p className="entry-text">
          {REQUEST_KINDS[request.kind]}: <strong>{requestSubject(request)}</strong>
          <span className="block">{dateTime(request.at)}</span>
          {request.kind === 'appointment' && <AppointmentDays request={request} />}
        </p>
        {request.message && <p className="story-words line-clamp-4 wrap-anywhere">{request.message}</p>}
      </div>
      <div className="entry-acts self-start">
        <ContactButtons request={request} />
        <AnswerButton request={request} variant="quiet" />
      </div>
    </li>
  )
}

function AppointmentDays({ request }: { request: Extract<VisitorRequest, { kind: 'appointment' }> }) {
  const { preferredDate, confirmedFor } = request
  return (
    <>
      {preferredDate && <span className="block">Preferred date: {longDate(preferredDate)}</span>}
      {confirmedFor && <span className="block">Confirmed for {weekdayAndTime(confirmedFor)}</span>}
    </>
  )
}

export function RequestBadges({ request }: { request: VisitorRequest }) {
  return (
    <span className="flex flex-wrap gap-2">
      {requestBadges(request).map(({ label, tone }) => (
        <StatusBadge key={label} tone={tone}>
          {label}
        </StatusBadge>
      ))}
    </span>
  )
}

export function ContactButtons({ request }: { request: VisitorRequest }) {
  const { phone, email } = request
  return (
    <>
      {phone && (
        <a className="button button-quiet button-compact" href={phoneHref(phone)}>
          Call
        </a>
      )}
      <a
        className="button button-quiet button-compact"
        href={`${emailHref(email)}?subject=${encodeURIComponent(`Re: ${requestSubject(request)}`)}`}
      >
        Reply
      </a>
    </>
  )
}

interface Props {
  request: VisitorRequest
  /** While it is unanswered. */
  variant: 'primary' | 'quiet'
}

/** Marks as answered, or reopens. */
export function AnswerButton({ request, variant }: Props) {
  const [busy, setBusy] = useState(false)
  const isOpen = request.answeredAt === null
  return (
    <Button
      variant={isOpen ? variant : 'quiet'}
      className="button-compact"
      pendingLabel={busy ? 'Saving...' : undefined}
      onClick={({ detail }) => {
        // The second click of a double click would undo the first.
        if (detail > 1) return
        setBusy(true)
        void (isOpen ? answerRequest : reopenRequest)(request).finally(() => setBusy(false))
      }}
    >
      {isOpen ? 'Answered' : 'Reopen'}
    </Button>
  )
}
