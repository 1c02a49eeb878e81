import { describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import type { Enquiry } from '#contract/enquiries/admin-enquiries.ts'
import { replyHref } from '#islands/admin/enquiries/reply-href.ts'

const person = {
  id: '00000000-0000-4000-8000-000000000001',
  at: '2026-11-21T14:32:08.000Z',
  firstName: 'Jane',
  lastName: 'O’Neill & Sons?',
  email: 'jane?x@example.com',
  answeredAt: null,
  note: null,
  phone: null,
  message: 'Back',
}
type AppointmentRequest = Extract<Enquiry, { kind: 'appointment' }>

/** Only what an answer names, so that a new field of the form needs no change here. */
const named: Partial<AppointmentRequest> = {
  ...person,
  kind: 'appointment',
  phone: '',
  service: 'Neuropuncture',
  preferredDate: '2026-11-29',
  dayPart: null,
  confirmedFor: null,
}
const appointment = named as AppointmentRequest

/** Reads a link as an email program does. */
function open(enquiry: Enquiry) {
  const url = new URL(replyHref(enquiry))
  const { subject, body } = Object.fromEntries(
    url.search
      .slice(1)
      .split('&')
      .map((pair) => pair.split('=').map(decodeURIComponent)),
  )
  return { to: decodeURIComponent(url.pathname), subject, body }
}

describe('replyHref', () => {
  it.each<[string, Enquiry, string]>([
    ['an open request', appointment, '(Neuropuncture, on Sunday 29 November 2026).'],
    ['a part of the day', { ...appointment, dayPart: 'midday' }, 'on Sunday 29 November 2026, at midday).'],
    [
      'a request without a day',
      { ...appointment, preferredDate: null },
      'appointment request (Neuropuncture).',
    ],
    [
      'a confirmed appointment',
      { ...appointment, confirmedFor: '2026-12-01T14:30:00.000Z' },
      '(Neuropuncture) is on Tuesday 1 December 2026, 14:30.',
    ],
    ['a message', { ...person, kind: 'message', subject: 'The way here', message: 'x' }, 'The way here'],
    [
      'a product question',
      { ...person, kind: 'question', productId: person.id, productName: 'Mat & fork', quantity: 2 },
      'question about “Mat & fork”.',
    ],
  ])('answers %s with the name, what was asked for and the clinic’s address', (_, enquiry, asked) => {
    const { to, subject, body } = open(enquiry)
    expect(to).toBe(person.email)
    expect(subject).toMatch(/^Re: /)
    const { street, city, postcode } = clinic.address
    for (const part of ['Dear Jane O’Neill & Sons?,', asked, clinic.name, street, `${city} ${postcode}`])
      expect(body).toContain(part)
    expect(body?.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})
