import type { VisitorRequest } from '#contract/requests.ts'

export const REQUEST_KINDS: Record<VisitorRequest['kind'], string> = {
  appointment: 'Appointment request',
  message: 'Message',
  question: 'Product question',
}

/** What it is about: "Neuropuncture", "2 × Tuning fork", or the subject of a message. */
export function requestSubject(request: VisitorRequest): string {
  switch (request.kind) {
    case 'appointment':
      return request.service
    case 'message':
      return request.subject
    case 'question':
      return `${request.quantity} × ${request.productName}`
  }
}

export const senderName = ({ firstName, lastName }: VisitorRequest): string =>
  `${firstName} ${lastName}`.trim()

interface Badge {
  label: string
  tone: 'good' | 'wait' | 'off'
}

/** An appointment stays confirmed while its request is open again, so each state has a badge of its own. */
export function requestBadges(request: VisitorRequest): Badge[] {
  const confirmed = request.kind === 'appointment' && request.confirmedFor !== null
  return [
    ...(confirmed ? [{ label: 'Confirmed', tone: 'good' } as const] : []),
    ...(request.answeredAt === null ? [{ label: 'Unanswered', tone: 'wait' } as const] : []),
    ...(request.answeredAt !== null && !confirmed ? [{ label: 'Answered', tone: 'off' } as const] : []),
  ]
}
