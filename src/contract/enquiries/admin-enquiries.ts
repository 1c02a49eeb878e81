import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdParamsSchema, IdSchema } from '#contract/base/ids.ts'
import { CursorSchema, SearchSchema } from '#contract/base/listing.ts'
import { MessageSchema, normalizeText } from '#contract/base/text.ts'
import { AppointmentTimeEntries } from '#contract/enquiries/appointment-time.ts'
import { dayParts, enquiryKinds, enquiryStates } from '#contract/enquiries/enquiry-choices.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())
const DaySchema = v.pipe(v.string(), v.isoDate())
const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

export const ENQUIRY_NOTE_MAX = 2000
/** Length of an appointment in minutes. */
export const APPOINTMENT_MINUTES = { min: 5, max: 480 }

const nullableText = v.nullable(v.string())

const entries = {
  id: IdSchema,
  /** When it arrived. */
  at: TimeSchema,
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  /** Null while it is unanswered. */
  answeredAt: v.nullable(TimeSchema),
  /** The owner's private note. */
  note: nullableText,
}

/** What a visitor has written: an appointment request, a message, or a question about a product. */
export const EnquirySchema = v.variant('kind', [
  v.object({
    kind: v.literal('appointment'),
    ...entries,
    phone: v.string(),
    /** The therapy's title, or the visitor's own words. */
    service: v.string(),
    preferredDate: v.nullable(DaySchema),
    dayPart: v.nullable(v.picklist(dayParts)),
    voucherEnd: nullableText,
    insurance: nullableText,
    message: nullableText,
    /** The usual length of the therapy, for the form that confirms. */
    usualMinutes: CountSchema,
    confirmedFor: v.nullable(TimeSchema),
    confirmedMinutes: v.nullable(CountSchema),
  }),
  v.object({
    kind: v.literal('message'),
    ...entries,
    phone: nullableText,
    subject: v.string(),
    message: v.string(),
  }),
  v.object({
    kind: v.literal('question'),
    ...entries,
    phone: nullableText,
    productId: IdSchema,
    productName: v.string(),
    quantity: CountSchema,
    message: nullableText,
  }),
])

export type Enquiry = v.InferOutput<typeof EnquirySchema>

export const adminEnquiriesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/requests',
  access: 'admin',
  role: 'staff',
  query: v.object({
    /** Searches names, email, phone and the subject of a message. */
    search: SearchSchema,
    kind: v.optional(v.picklist(enquiryKinds)),
    state: v.optional(v.picklist(enquiryStates)),
    cursor: CursorSchema,
  }),
  body: v.undefined(),
  reply: v.array(EnquirySchema),
})

export const adminEnquiryEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/requests/:id',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.undefined(),
  reply: EnquirySchema,
})

/** Counts unanswered enquiries by kind, whatever their age. */
export const enquiryCountsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/request-counts',
  access: 'admin',
  role: 'staff',
  body: v.undefined(),
  reply: v.object({ appointment: CountSchema, message: CountSchema, question: CountSchema }),
})

/** Marks an enquiry as answered. A repeat, also from another tab, changes nothing: the first time counts. */
export const answerEnquiryEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/requests/:id/answer',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.optional(v.object({}), {}),
  reply: EnquirySchema,
})

/** Makes an answered enquiry unanswered. A confirmed appointment stays confirmed. A repeat changes nothing. */
export const reopenEnquiryEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/requests/:id/reopen',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.optional(v.object({}), {}),
  reply: EnquirySchema,
})

export const EnquiryNoteSchema = MessageSchema(ENQUIRY_NOTE_MAX)

/** Writes the private note; an empty one deletes it. */
export const changeEnquiryNoteEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/requests/:id/note',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.object({
    note: EnquiryNoteSchema,
    /** The note that was shown, null for none; the change is refused if it is another now. */
    from: v.optional(
      v.nullable(v.pipe(v.string(), v.transform(normalizeText), v.maxLength(ENQUIRY_NOTE_MAX))),
    ),
  }),
  reply: EnquirySchema,
})

const MINUTES_SENTENCE = `Please enter a whole number of minutes from ${APPOINTMENT_MINUTES.min} to ${APPOINTMENT_MINUTES.max}`

export const ConfirmAppointmentSchema = v.object({
  ...AppointmentTimeEntries,
  /** Default: the usual length of the therapy. */
  minutes: v.optional(
    v.pipe(
      v.number(MINUTES_SENTENCE),
      v.integer(MINUTES_SENTENCE),
      v.minValue(APPOINTMENT_MINUTES.min, MINUTES_SENTENCE),
      v.maxValue(APPOINTMENT_MINUTES.max, MINUTES_SENTENCE),
    ),
  ),
})

/**
 * Confirms an appointment, or moves it, and emails the visitor a calendar file. Also marks the enquiry as answered.
 * Confirming the same time again changes nothing and sends nothing.
 */
export const confirmAppointmentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/requests/:id/confirm',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.object({
    ...ConfirmAppointmentSchema.entries,
    /** The confirmed time that was shown, null for none; the change is refused if it is another now. */
    from: v.optional(v.nullable(TimeSchema)),
    /** Whether the appointment may overlap others that are confirmed; otherwise such a time is refused. */
    alongside: v.optional(v.boolean(), false),
  }),
  reply: v.object({
    request: EnquirySchema,
    /** Sentences for the owner: outside opening hours, or a time that occurs twice. */
    warnings: v.array(v.string()),
  }),
})
