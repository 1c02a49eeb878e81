import type { Enquiry } from '#contract/enquiries/admin-enquiries.ts'
import { timeOfDay, weekdayAndTime } from '#islands/admin/shared/format.ts'

const MINUTE_MS = 60_000

export const ENQUIRY_KINDS: Record<Enquiry['kind'], string> = {
  appointment: 'Appointment request',
  message: 'Message',
  question: 'Product question',
}

/** What it is about: "Neuropuncture", "2 × Tuning fork", or the subject of a message. */
export function enquirySubject(enquiry: Enquiry): string {
  switch (enquiry.kind) {
    case 'appointment':
      return enquiry.service
    case 'message':
      return enquiry.subject
    case 'question':
      return `${enquiry.quantity} × ${enquiry.productName}`
  }
}

export const senderName = ({ firstName, lastName }: Enquiry): string => `${firstName} ${lastName}`.trim()

/** "Thursday 3 December 2026, 17:30 to 19:00" */
export const bookedTime = (confirmedFor: string, minutes: number): string =>
  `${weekdayAndTime(confirmedFor)} to ${timeOfDay(new Date(Date.parse(confirmedFor) + minutes * MINUTE_MS).toISOString())}`

interface Badge {
  label: string
  tone: 'good' | 'wait' | 'off'
}

/** A filter of the list is named as the badge of the state. That an appointment is confirmed has a badge of its own. */
export function enquiryBadges(enquiry: Enquiry): Badge[] {
  const confirmed = enquiry.kind === 'appointment' && enquiry.confirmedFor !== null
  return [
    ...(confirmed ? [{ label: 'Confirmed', tone: 'good' } as const] : []),
    enquiry.answeredAt === null ? { label: 'Unanswered', tone: 'wait' } : { label: 'Answered', tone: 'off' },
  ]
}
