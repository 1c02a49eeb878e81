import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Enquiry } from '#contract/admin-enquiries.ts'
import { ConfirmAppointmentDialog } from '#islands/admin/enquiries/ConfirmAppointmentDialog.tsx'
import {
  answerEnquiry,
  reopenEnquiry,
  type AppointmentRequest,
} from '#islands/admin/enquiries/enquiries.store.ts'
import {
  ENQUIRY_KINDS,
  enquiryBadges,
  enquirySubject,
  senderName,
} from '#islands/admin/enquiries/enquiry-labels.ts'
import { replyHref } from '#islands/admin/enquiries/reply-href.ts'
import { hrefOf, route } from '#islands/admin/router.ts'
import { phoneHref } from '#islands/admin/shared/ContactLinks.tsx'
import { dateTime, longDate, weekdayAndTime } from '#islands/admin/shared/format.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { Button } from '#ui/Button.tsx'

export function EnquiryEntry({ item: enquiry }: { item: Enquiry }) {
  useSignals()
  return (
    <li className="entry" aria-current={route.value.id === enquiry.id || undefined}>
      <div>
        <div className="entry-head">
          <a className="entry-name" href={hrefOf('requests', enquiry.id)}>
            <bdi translate="no">{senderName(enquiry)}</bdi>
          </a>
          <EnquiryBadges enquiry={enquiry} />
        </div>
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
      <div className="entry-acts self-start">
        {enquiry.kind === 'appointment' && enquiry.answeredAt === null && (
          <ConfirmButton enquiry={enquiry} variant="quiet" label="Confirm" />
        )}
        <ContactButtons enquiry={enquiry} />
        <AnswerButton enquiry={enquiry} variant="quiet" />
      </div>
    </li>
  )
}

function AppointmentDays({ enquiry }: { enquiry: Extract<Enquiry, { kind: 'appointment' }> }) {
  const { preferredDate, dayPart, confirmedFor } = enquiry
  return (
    <>
      {preferredDate && (
        <span className="block">{`Preferred date: ${[longDate(preferredDate), dayPart].filter(Boolean).join(', ')}`}</span>
      )}
      {confirmedFor && <span className="block">{`Confirmed for ${weekdayAndTime(confirmedFor)}`}</span>}
    </>
  )
}

export function EnquiryBadges({ enquiry }: { enquiry: Enquiry }) {
  return (
    <span className="flex flex-wrap gap-2">
      {enquiryBadges(enquiry).map(({ label, tone }) => (
        <StatusBadge key={label} tone={tone}>
          {label}
        </StatusBadge>
      ))}
    </span>
  )
}

interface ConfirmProps {
  enquiry: AppointmentRequest
  variant?: 'quiet'
  label: string
}

/** Opens the dialog that confirms or moves an appointment. */
export function ConfirmButton({ enquiry, variant, label }: ConfirmProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        {...(variant && { variant })}
        className="button-compact"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && <ConfirmAppointmentDialog enquiry={enquiry} onClose={() => setOpen(false)} />}
    </>
  )
}

export function ContactButtons({ enquiry }: { enquiry: Enquiry }) {
  const { phone } = enquiry
  return (
    <>
      {phone && (
        <a className="button button-quiet button-compact" href={phoneHref(phone)}>
          Call
        </a>
      )}
      <a className="button button-quiet button-compact" href={replyHref(enquiry)}>
        Reply
      </a>
    </>
  )
}

interface Props {
  enquiry: Enquiry
  /** While it is unanswered. */
  variant: 'primary' | 'quiet'
}

/** Marks as answered, or reopens. */
export function AnswerButton({ enquiry, variant }: Props) {
  const [busy, setBusy] = useState(false)
  const isOpen = enquiry.answeredAt === null
  return (
    <Button
      variant={isOpen ? variant : 'quiet'}
      className="button-compact"
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
