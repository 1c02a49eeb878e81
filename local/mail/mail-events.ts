import type { Models } from 'postmark'
import { bounceFields, type BounceType } from '#local/mail/bounce-types.ts'
import type { LocalMail } from '#local/mail/local-mail.ts'
import { addressesIn } from '#local/mail/recipients.ts'

/** What happened to an email, as Postmark posts it to webhooks (without `Content`). */
export type MailEvent = Models.BounceWebhook | Models.DeliveryWebhook | Models.SpamComplaintWebhook

export const SERVER_ID = 1

/** https://postmarkapp.com/developer/webhooks/delivery-webhook */
export function createDelivery(mail: LocalMail, at: number): Models.DeliveryWebhook {
  const recipient = recipientOf(mail)
  return {
    RecordType: 'Delivery',
    ...messageFields(mail),
    Recipient: recipient,
    DeliveredAt: formatUtc(at),
    Details: `smtp;250 2.0.0 OK <${recipient}>`,
  }
}

/** https://postmarkapp.com/developer/webhooks/bounce-webhook */
export function createBounce(
  mail: LocalMail,
  id: number,
  at: number,
  type: BounceType,
): Models.BounceWebhook {
  return { RecordType: 'Bounce', ...failureFields(mail, id, at, type) }
}

/** https://postmarkapp.com/developer/webhooks/spam-complaint-webhook, whose example has the code of a spam notification */
export function createComplaint(mail: LocalMail, id: number, at: number): Models.SpamComplaintWebhook {
  return { RecordType: 'SpamComplaint', ...failureFields(mail, id, at, 'SpamComplaint'), TypeCode: 512 }
}

const recipientOf = ({ to }: LocalMail) => addressesIn(to)[0] ?? ''

const messageFields = ({ id, messageStream, metadata }: LocalMail) => ({
  MessageStream: messageStream,
  MessageID: id,
  Tag: '',
  ServerID: SERVER_ID,
  Metadata: metadata,
})

function failureFields(mail: LocalMail, id: number, at: number, type: BounceType) {
  const email = recipientOf(mail)
  return {
    ...messageFields(mail),
    ID: id,
    ...bounceFields(type, email),
    Email: email,
    From: addressesIn(mail.from)[0] ?? '',
    BouncedAt: formatUtc(at),
    DumpAvailable: true,
    Subject: mail.subject,
  }
}

/** Like Postmark, with seven digits of a second. */
const formatUtc = (ms: number) => new Date(ms).toISOString().replace('Z', '0000Z')
