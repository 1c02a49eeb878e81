import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdSchema, RequestIdSchema } from '#contract/base/ids.ts'
import {
  EmailSchema,
  HoneypotSchema,
  isDay,
  LineSchema,
  MessageSchema,
  OptionalLineSchema,
  OptionalPhoneSchema,
  PhoneSchema,
  withCommas,
} from '#contract/base/text.ts'
import { dayParts } from '#contract/enquiries/enquiry-choices.ts'
import { CountSchema } from '#contract/products/quantity.ts'
import { codeEndOf, hasOneCode, readVoucherCode, SEVERAL_CODES } from '#contract/vouchers/voucher-code.ts'

export const ENQUIRY_MESSAGE_MAX = 4000
export const APPOINTMENT_REASON_MAX = 1000
export const INQUIRY_MESSAGE_MAX = 2000
export const INQUIRY_QUANTITY_MAX = 1000

/** Characters at the end of a voucher's code. */
const VOUCHER_END = { min: 2, max: 4 }

/**
 * Returns the end of a voucher's code. Of more than four characters only the end is sent on, at least two of them. Four may
 * be the whole code of an imported voucher: they look like the end of a longer one, and stay as they are.
 */
export function voucherEndOf(typed: string): string {
  const code = readVoucherCode(typed)
  return code.length > VOUCHER_END.max ? code.slice(-Math.max(VOUCHER_END.min, codeEndOf(code).length)) : code
}

const SenderEntries = {
  firstName: LineSchema({ min: 1, tooShort: 'First name required' }),
  lastName: LineSchema({ min: 1, tooShort: 'Last name required' }),
  email: EmailSchema('Valid email required'),
}

export const ContactMessageSchema = v.object({
  ...SenderEntries,
  phone: OptionalPhoneSchema(),
  subject: LineSchema({ tooShort: 'Subject required', max: 150 }),
  message: v.pipe(
    MessageSchema(ENQUIRY_MESSAGE_MAX),
    v.string('Message required'),
    v.minLength(2, 'Message required'),
  ),
})

/** `service` is a therapy's id or free text. */
export const AppointmentSchema = v.object({
  ...SenderEntries,
  phone: PhoneSchema(),
  service: LineSchema({ tooShort: 'Please choose a service' }),
  preferredDate: v.pipe(
    v.nullish(v.string(), ''),
    v.check((text) => text === '' || isDay(text), 'Please choose a day'),
    v.transform((text) => text || undefined),
  ),
  dayPart: v.pipe(
    v.nullish(v.string(), ''),
    v.transform((text) => text || undefined),
    v.optional(v.picklist(dayParts, 'Please choose a time of day')),
  ),
  /** The end of the code of the voucher to pay with (`voucherEndOf`). */
  voucherEnd: v.pipe(
    v.nullish(v.string(), ''),
    v.check(hasOneCode, SEVERAL_CODES),
    v.transform((text) => voucherEndOf(text) || undefined),
    v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^[0-9A-Z]{2,4}$/,
          'Please enter the last four letters or digits of the voucher code, such as 12E4',
        ),
      ),
    ),
  ),
  insurance: OptionalLineSchema(100),
  reason: MessageSchema(APPOINTMENT_REASON_MAX),
})

const ReceivedSchema = v.object({ received: v.literal(true) })

export const contactEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  body: v.object({ ...ContactMessageSchema.entries, requestId: RequestIdSchema, leaveEmpty: HoneypotSchema }),
  reply: ReceivedSchema,
})

export const appointmentsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/appointments',
  access: 'public',
  body: v.object({ ...AppointmentSchema.entries, requestId: RequestIdSchema, leaveEmpty: HoneypotSchema }),
  reply: ReceivedSchema,
})

export const ProductInquirySchema = v.object({
  ...SenderEntries,
  phone: OptionalPhoneSchema(),
  message: MessageSchema(INQUIRY_MESSAGE_MAX),
  quantity: v.optional(
    CountSchema({
      max: INQUIRY_QUANTITY_MAX,
      tooSmall: 'Please enter a quantity of 1 or more',
      tooLarge: `Please enter a quantity of ${withCommas(INQUIRY_QUANTITY_MAX)} or less`,
    }),
    1,
  ),
})

/** Also accepts questions about sold-out products. */
export const productInquiriesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/product-inquiries',
  access: 'public',
  body: v.object({
    ...ProductInquirySchema.entries,
    productId: IdSchema,
    requestId: RequestIdSchema,
    leaveEmpty: HoneypotSchema,
  }),
  reply: ReceivedSchema,
})
