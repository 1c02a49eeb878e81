import { therapies } from '#clinic/current-therapies.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import {
  adminEnquiriesEndpoint,
  answerEnquiryEndpoint,
  changeEnquiryNoteEndpoint,
  confirmAppointmentEndpoint,
  type Enquiry,
} from '#contract/enquiries/admin-enquiries.ts'
import {
  appointmentsEndpoint,
  contactEndpoint,
  productInquiriesEndpoint,
} from '#contract/enquiries/enquiries.ts'
import { productsEndpoint } from '#contract/products/products.ts'
import { APPOINTMENT_REASONS, CONTACT_MESSAGES, NOTES, PRODUCT_QUESTIONS } from '#local/demo/demo-texts.ts'
import type { Year } from '#local/demo/year.ts'

type Kind = Enquiry['kind']

const FREQUENCIES: Record<Kind, number> = { appointment: 5, message: 4, question: 2 }

/** Writes to the clinic, as a visitor. */
export async function writeEnquiry(year: Year, kind = year.prng.pickWeighted(FREQUENCIES)): Promise<void> {
  const { prng, site, timeline } = year
  const person = year.people.anybody()
  const { firstName, lastName, email, phone } = person
  const sender = { firstName, lastName, email, requestId: prng.uuid() }
  if (kind === 'message') {
    await site.visit(person, contactEndpoint, { body: { ...sender, ...prng.pick(CONTACT_MESSAGES) } })
  } else if (kind === 'appointment') {
    const today = londonDay(new Date(timeline.now))
    const body = {
      ...sender,
      phone,
      service: prng.pick(therapies).id,
      preferredDate: prng.chance(0.8) ? weekdayAfter(today, prng.between(2, 15)) : '',
      reason: prng.pick(APPOINTMENT_REASONS),
    }
    await site.visit(person, appointmentsEndpoint, { body })
  } else {
    const products = await site.visit(person, productsEndpoint, {})
    const { id: productId } = prng.pick(products)
    const body = { ...sender, productId, message: prng.pick(PRODUCT_QUESTIONS), quantity: prng.between(1, 3) }
    await site.visit(person, productInquiriesEndpoint, { body })
  }
}

/** Answers what has arrived, as the owner; leaves the newest so many of each kind for tomorrow. */
export async function answerEnquiries(year: Year, left = 0): Promise<void> {
  const { prng, site, timeline } = year
  const requests = await site.manage(adminEnquiriesEndpoint, { query: { state: 'unanswered' } })
  const waiting = Object.values(Object.groupBy(requests, ({ kind }) => kind)).flatMap((same) =>
    same.slice(left),
  )
  for (const request of waiting) {
    const params = { id: request.id }
    if (prng.chance(0.3)) {
      await site.manage(changeEnquiryNoteEndpoint, { params, body: { note: prng.pick(NOTES), from: null } })
    }
    if (request.kind !== 'appointment' || prng.chance(0.15)) {
      await site.manage(answerEnquiryEndpoint, { params })
      continue
    }
    const today = londonDay(new Date(timeline.now))
    const isToCome = request.preferredDate !== null && request.preferredDate > today
    await site.manage(confirmAppointmentEndpoint, {
      params,
      body: {
        date: isToCome ? request.preferredDate! : weekdayAfter(today, prng.between(2, 9)),
        time: `${prng.between(10, 16)}:${prng.pick(['00', '30'])}`,
        alongside: true,
      },
    })
  }
}

/** Returns the day so many days later, or the Monday after it if the clinic is closed or closes early. */
function weekdayAfter(day: string, days: number): string {
  const later = addDays(day, days)
  const weekday = new Date(later).getUTCDay()
  return addDays(later, weekday === 0 ? 1 : weekday === 6 ? 2 : 0)
}
