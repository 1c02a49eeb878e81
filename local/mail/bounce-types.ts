import { Models } from 'postmark'

export type BounceType = keyof typeof Models.BounceType

interface BounceKind {
  name: string
  description: string
  /** What a server would answer, for `Details`. */
  reply: string
  /** Postmark refuses later emails to the address. */
  deactivates?: boolean
}

/**
 * https://postmarkapp.com/developer/api/bounce-api#bounce-types. Which of them deactivate an address, besides hard bounces
 * and complaints, is not documented.
 */
const KINDS: Record<BounceType, BounceKind> = {
  HardBounce: {
    name: 'Hard bounce',
    description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
    reply: '550 5.1.1 Recipient address rejected: User unknown',
    deactivates: true,
  },
  Transient: {
    name: 'Message delayed/Undeliverable',
    description:
      'The server could not temporarily deliver your message (ex: Message is delayed due to network troubles).',
    reply: '451 4.4.1 Connection timed out',
  },
  Unsubscribe: {
    name: 'Unsubscribe request',
    description: 'Unsubscribe or Remove request.',
    reply: '250 2.0.0 OK',
  },
  Subscribe: {
    name: 'Subscribe request',
    description: 'Subscribe request from someone wanting to get added to the mailing list.',
    reply: '250 2.0.0 OK',
  },
  AutoResponder: {
    name: 'Auto responder',
    description: 'Automatic email responder (ex: "Out of Office" or "On Vacation").',
    reply: '250 2.0.0 OK',
  },
  AddressChange: {
    name: 'Address change',
    description: 'The recipient has requested an address change.',
    reply: '551 5.1.6 User has moved',
  },
  DnsError: {
    name: 'DNS error',
    description: 'A temporary DNS error.',
    reply: '451 4.4.3 Temporary lookup failure',
  },
  SpamNotification: {
    name: 'Spam notification',
    description:
      'The message was delivered, but was either blocked by the user, or classified as spam, bulk mail, or had rejected content.',
    reply: '554 5.7.1 Message rejected as spam',
  },
  OpenRelayTest: {
    name: 'Open relay test',
    description: 'The NDR is actually a test email message to see if the mail server is an open relay.',
    reply: '550 5.7.1 Relaying denied',
  },
  Unknown: {
    name: 'Unknown',
    description: 'Unable to classify the NDR.',
    reply: '550 5.0.0 Not delivered',
  },
  SoftBounce: {
    name: 'Soft bounce',
    description:
      'Unable to temporarily deliver message (i.e. mailbox full, account disabled, exceeds quota, out of disk space).',
    reply: '452 4.2.2 Mailbox full',
  },
  VirusNotification: {
    name: 'Virus notification',
    description: 'The bounce is actually a virus notification warning about a virus/code infected message.',
    reply: '554 5.7.1 Virus found',
  },
  ChallengeVerification: {
    name: 'Spam challenge verification',
    description: 'The bounce is a challenge asking for verification you actually sent the email.',
    reply: '250 2.0.0 OK',
  },
  BadEmailAddress: {
    name: 'Invalid email address',
    description: 'The address is not a valid email address.',
    reply: '553 5.1.3 Invalid address',
    deactivates: true,
  },
  SpamComplaint: {
    name: 'Spam complaint',
    description: 'The subscriber explicitly marked this message as spam.',
    reply: 'abuse report',
    deactivates: true,
  },
  ManuallyDeactivated: {
    name: 'Manually deactivated',
    description: 'The email was manually deactivated.',
    reply: 'deactivated by hand',
    deactivates: true,
  },
  Unconfirmed: {
    name: 'Registration not confirmed',
    description: 'The subscriber has not clicked on the confirmation link upon registration or import.',
    reply: 'not confirmed',
  },
  Blocked: {
    name: 'ISP block',
    description: 'Blocked from this ISP due to content or blacklisting.',
    reply: '550 5.7.1 Blocked by the policy of this server',
  },
  SMTPApiError: {
    name: 'SMTP API error',
    description: 'An error occurred while accepting an email through the SMTP API.',
    reply: '500 Error',
  },
  InboundError: {
    name: 'Processing failed',
    description: 'Unable to deliver inbound message to destination inbound hook.',
    reply: '500 Error',
  },
  DMARCPolicy: {
    name: 'DMARC Policy',
    description: 'Email rejected due to DMARC Policy.',
    reply: '550 5.7.1 Rejected due to the DMARC policy of the sender',
  },
  TemplateRenderingFailed: {
    name: 'Template rendering failed',
    description: 'An error occurred while attempting to render your template.',
    reply: 'template error',
  },
}

export const BOUNCE_TYPES = Object.keys(KINDS) as BounceType[]

export const isBounceType = (type: string): type is BounceType => Object.hasOwn(KINDS, type)

/** Returns the fields of a bounce that follow from its type. */
export function bounceFields(type: BounceType, email: string) {
  const { name, description, reply, deactivates = false } = KINDS[type]
  return {
    Type: type,
    TypeCode: Models.BounceTypeCode[type],
    Name: name,
    Description: description,
    Details: `smtp;${reply} <${email}>`,
    Inactive: deactivates,
    // https://postmarkapp.com/developer/webhooks/spam-complaint-webhook: only Postmark's support can reactivate it.
    CanActivate: type !== 'SpamComplaint',
  }
}
