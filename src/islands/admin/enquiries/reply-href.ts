import { clinic } from '#clinic/clinic-facts.ts'
import type { Enquiry } from '#contract/enquiries/admin-enquiries.ts'
import { enquirySubject, senderName } from '#islands/admin/enquiries/enquiry-labels.ts'
import { emailHref } from '#islands/admin/shared/ContactLinks.tsx'
import { longDate, weekdayAndTime } from '#islands/admin/shared/format.ts'

/** Returns a link that opens an answer to a visitor, ready to be sent, in the owner's email program. */
export function replyHref(enquiry: Enquiry): string {
  const subject = encodeURIComponent(`Re: ${enquirySubject(enquiry)}`)
  return `${emailHref(enquiry.email)}?subject=${subject}&body=${encodeURIComponent(replyText(enquiry))}`
}

/** CRLF between the lines: https://www.rfc-editor.org/rfc/rfc6068#section-5 */
export const replyText = (enquiry: Enquiry): string =>
  [`Dear ${senderName(enquiry)},`, ...bodyOf(enquiry), 'With kind regards', SIGNATURE].join('\r\n\r\n')

const { street, city, postcode } = clinic.address
const SIGNATURE = [clinic.name, street, `${city} ${postcode}`, clinic.phone.display].join('\r\n')

const DAY_PART = { morning: 'in the morning', midday: 'at midday', evening: 'in the evening' }

/** ", on Sunday 29 November 2026, in the morning" */
function wishOf({ preferredDate, dayPart }: Extract<Enquiry, { kind: 'appointment' }>): string {
  const day = preferredDate && `on ${longDate(preferredDate)}`
  return ['', day, dayPart && DAY_PART[dayPart]].filter((part) => part !== null).join(', ')
}

function bodyOf(enquiry: Enquiry): string[] {
  switch (enquiry.kind) {
    case 'appointment':
      return enquiry.confirmedFor === null
        ? [
            `Thank you for your appointment request (${enquiry.service}${wishOf(enquiry)}).`,
            `${enquiry.preferredDate ? 'We will do our best to find you a time then. If another day suits you better, please' : 'Which times would suit you best? Please'} reply to this email or ring us on ${clinic.phone.display}, and we will find a time together.`,
          ]
        : [
            `Your appointment (${enquiry.service}) is on ${weekdayAndTime(enquiry.confirmedFor)}.`,
            `We look forward to seeing you. If you cannot come, or need another time, please ring us on ${clinic.phone.display}.`,
          ]
    case 'message':
      return [`Thank you for your message about “${enquiry.subject}”.`, '']
    case 'question':
      return [`Thank you for your question about “${enquiry.productName}”.`, '']
  }
}
