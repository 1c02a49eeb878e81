import * as v from 'valibot'
import { longDay } from '../email-dates.ts'
import { card, facts, opening } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { ours, typed, type Words } from '../email-text.ts'

const Schema = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.string(),
  service: v.string(),
  preferredDate: v.optional(v.pipe(v.string(), v.isoDate())),
  insurance: v.optional(v.string()),
  reason: v.optional(v.string()),
})

/** To the clinic: a wish for an appointment. An answer goes to whoever wishes for it. */
export const appointmentRequest = letter(Schema, (wish) => {
  const pairs: (readonly [string, Words])[] = [
    ['Name', typed(`${wish.firstName} ${wish.lastName}`)],
    ['E-mail', typed(wish.email)],
    ['Phone', ours(wish.phone)],
    ['Service', typed(wish.service)],
  ]
  if (wish.preferredDate) pairs.push(['Preferred date', ours(longDay(wish.preferredDate))])
  if (wish.insurance) pairs.push(['Insurance', typed(wish.insurance)])
  if (wish.reason) pairs.push(['Reason', typed(wish.reason)])
  return {
    subject: ours('A wish for an appointment'),
    preview: ours('Somebody asks for an appointment on the website.'),
    blocks: [
      opening(ours('A wish for an appointment'), ours('Reply to this e-mail or ring to agree a time.')),
      card(facts(pairs)),
    ],
    footnote: ours('Your website wrote this to you.'),
    replyTo: wish.email,
  }
})
