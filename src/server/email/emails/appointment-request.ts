import * as v from 'valibot'
import { dayParts } from '#contract/enquiries/enquiry-choices.ts'
import { longDay } from '#server/dates.ts'
import { card, facts, opening, portalButton } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { sanitizedText, sentence, trustedText, type EmailText } from '#server/email/email-text.ts'

const Schema = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.string(),
  /** The therapy's title, or the visitor's own words. */
  service: v.string(),
  preferredDate: v.optional(v.pipe(v.string(), v.isoDate())),
  /** Absent in emails that were enqueued before it existed. */
  dayPart: v.optional(v.picklist(dayParts)),
  voucherEnd: v.optional(v.string()),
  insurance: v.optional(v.string()),
  reason: v.optional(v.string()),
  /** Id of the enquiry. */
  request: v.string(),
})

/** To the clinic: an appointment request. Replies go to the visitor. */
export const appointmentRequest = defineClinicEmail(Schema, (request, siteUrl) => {
  const name = `${request.firstName} ${request.lastName}`
  const pairs: (readonly [string, EmailText])[] = [
    ['Name', sanitizedText(name)],
    ['Email', sanitizedText(request.email)],
    ['Phone', trustedText(request.phone)],
    ['Service', sanitizedText(request.service)],
  ]
  if (request.preferredDate) pairs.push(['Preferred date', trustedText(longDay(request.preferredDate))])
  if (request.dayPart) pairs.push(['Time of day', trustedText(request.dayPart)])
  if (request.voucherEnd) pairs.push(['Voucher ending', sanitizedText(request.voucherEnd)])
  if (request.insurance) pairs.push(['Insurance', sanitizedText(request.insurance)])
  if (request.reason) pairs.push(['Reason', sanitizedText(request.reason)])
  return {
    subject: sentence`Appointment request: ${name}, ${request.service}`,
    preview: trustedText('Someone has asked for an appointment on your website.'),
    blocks: [
      opening(
        trustedText('Appointment request'),
        trustedText('To agree a time, please reply to this email or give them a ring.'),
      ),
      card(facts(pairs)),
      portalButton('Open the request', { siteUrl, tab: 'requests', id: request.request }),
    ],
    footnote: trustedText('Sent by your website.'),
    replyTo: request.email,
  }
})
