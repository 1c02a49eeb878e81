import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Enquiry } from '#contract/enquiries/admin-enquiries.ts'
import { ConfirmAppointmentDialog } from '#islands/admin/enquiries/ConfirmAppointmentDialog.tsx'
import {
  answerEnquiry,
  reopenEnquiry,
  type AppointmentRequest,
} from '#islands/admin/enquiries/enquiries.store.ts'
import {
  bookedTime,
  ENQUIRY_KINDS,
  enquiryBadges,
  enquirySubject,
  senderName,
} from '#islands/admin/enquiries/enquiry-labels.ts'
import { replyHref } from '#islands/admin/enquiries/reply-href.ts'
import { hrefOf, route } from '#islands/admin/router.ts'
import { phoneHref } from '#islands/admin/shared/ContactLinks.tsx'
import { dateTime, longDate } from '#islands/admin/shared/format.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { Button } from '#ui/Button.tsx'

export function EnquiryEntry({ item: enquiry }: { item: Enquiry }) {
  useSignals()
  return (
    <li className="entry" aria-current={route.value.id === enquiry.id || undefined}>
      <div className="entry-main">
        <a className="entry-name" href={hrefOf('requests', enquiry.id)}>
          <bdi translate="no">{senderName(enquiry)}</bdi>
        </a>
        <p className="entry-text">
          <span>{`${ENQUIRY_KINDS[enquiry.kind]}: `}</span>
          <strong>{enquirySubject(enquiry)}</strong>
          <span className="entry-line">{dateTime(enquiry.at)}</span>
          {enquiry.kind === 'appointment' && <AppointmentDays enquiry={enquiry} />}
        </p>
        {enquiry.message && (
          <p className="story-words wrap-anywhere max-split:line-clamp-4 split:truncate">{enquiry.message}</p>
        )}
      </div>
      <EnquiryBadges enquiry={enquiry} />
      <div className="entry-acts">
        <EnquiryActions enquiry={enquiry} isRow />
      </div>
    </li>
  )
}

function AppointmentDays({ enquiry }: { enquiry: Extract<Enquiry, { kind: 'appointment' }> }) {
  const { preferredDate, dayPart, confirmedFor, confirmedMinutes } = enquiry
  return (
    <>
      {preferredDate && (
        <span className="block">{`Preferred date: ${[longDate(preferredDate), dayPart].filter(Boolean).join(', ')}`}</span>
      )}
      {confirmedFor && confirmedMinutes !== null && (
        <span className="block">{`Confirmed for ${bookedTime(confirmedFor, confirmedMinutes)}`}</span>
      )}
    </>
  )
}

export function EnquiryBadges({ enquiry }: { enquiry: Enquiry }) {
  return (
    <span className="entry-status">
      {enquiryBadges(enquiry).map(({ label, tone }) => (
        <StatusBadge key={label} tone={tone}>
          {label}
        </StatusBadge>
      ))}
    </span>
  )
}

/** The work first: to confirm the appointment that is asked for, or else to reply. The rest are words. */
export function EnquiryActions({ enquiry, isRow = false }: { enquiry: Enquiry; isRow?: boolean }) {
  const isOpen = enquiry.answeredAt === null
  const isAppointment = enquiry.kind === 'appointment'
  return (
    <>
      {isAppointment && (isOpen || !isRow) && (
        <ConfirmButton enquiry={enquiry} isOpen={isOpen} label={isRow ? 'Confirm' : 'Confirm appointment'} />
      )}
      <a
        className={isOpen && !isAppointment ? 'button button-compact' : 'text-button'}
        href={replyHref(enquiry)}
      >
        Reply
      </a>
      {enquiry.phone && (
        <a className="text-button" href={phoneHref(enquiry.phone)}>
          Call
        </a>
      )}
      <AnswerButton enquiry={enquiry} isOpen={isOpen} />
    </>
  )
}

interface ConfirmProps {
  enquiry: AppointmentRequest
  isOpen: boolean
  label: string
}

/** Opens the dialog that confirms or moves an appointment. */
function ConfirmButton({ enquiry, isOpen, label }: ConfirmProps) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <>
      <Button
        variant={isOpen ? 'primary' : 'text'}
        className={isOpen ? 'button-compact' : ''}
        aria-haspopup="dialog"
        onClick={() => setDialogOpen(true)}
      >
        {enquiry.confirmedFor === null ? label : 'Move appointment'}
      </Button>
      {isDialogOpen && <ConfirmAppointmentDialog enquiry={enquiry} onClose={() => setDialogOpen(false)} />}
    </>
  )
}

/** Marks as answered, or reopens. */
function AnswerButton({ enquiry, isOpen }: { enquiry: Enquiry; isOpen: boolean }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant="text"
      pendingLabel={busy ? 'Saving...' : undefined}
      onClick={({ detail }) => {
        // The second click of a double click would undo the first.
        if (detail > 1) return
        setBusy(true)
        void (isOpen ? answerEnquiry : reopenEnquiry)(enquiry).finally(() => setBusy(false))
      }}
    >
      {isOpen ? 'Mark as answered' : 'Reopen'}
    </Button>
  )
}
