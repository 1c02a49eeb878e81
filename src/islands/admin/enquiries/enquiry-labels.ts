import type { Enquiry } from '#contract/admin-enquiries.ts'

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

interface Badge {
  label: string
  tone: 'good' | 'wait' | 'off'
}

/** An appointment stays confirmed while its enquiry is open again, so each state has a badge of its own. */
export function enquiryBadges(enquiry: Enquiry): Badge[] {
  const confirmed = enquiry.kind === 'appointment' && enquiry.confirmedFor !== null
  return [
    ...(confirmed ? [{ label: 'Confirmed', tone: 'good' } as const] : []),
    ...(enquiry.answeredAt === null ? [{ label: 'Unanswered', tone: 'wait' } as const] : []),
    ...(enquiry.answeredAt !== null && !confirmed ? [{ label: 'Answered', tone: 'off' } as const] : []),
  ]
}
