import * as v from 'valibot'
import { AdminOrderSchema } from './admin-orders.ts'
import { defineEndpoint } from './endpoint.ts'
import { IdSchema } from './ids.ts'
import { CursorSchema, SearchSchema } from './listing.ts'
import { AmountSchema, SumSchema } from './money.ts'
import { ShippingAddressSchema } from './orders.ts'
import { EmailSchema } from './text.ts'
import { voucherStatuses } from './vouchers.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())
const DaySchema = v.pipe(v.string(), v.isoDate())
const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

const counts = {
  vouchersBought: CountSchema,
  vouchersReceived: CountSchema,
  orders: CountSchema,
  inquiries: CountSchema,
  messages: CountSchema,
  appointments: CountSchema,
}

/** Everyone who ever bought, received, asked or wrote something, by e-mail address. */
export const CustomerSchema = v.object({
  /** Stands for them in a link, where an address must not. */
  id: IdSchema,
  /** As they last wrote it. */
  name: v.string(),
  email: v.string(),
  lastSeen: TimeSchema,
  /** What they paid, less refunds. */
  spent: SumSchema,
  ...counts,
})

export type Customer = v.InferOutput<typeof CustomerSchema>

/** No more of one kind are listed of one person, the newest of them. */
export const PERSON_MAX = 1000

const nullableText = v.nullable(v.string())

const typedText = v.optional(v.string())

/** What was typed into the voucher form or the purchase form. */
const TypedPurchaseSchema = v.object({
  buyerName: typedText,
  buyerEmail: typedText,
  recipientName: typedText,
  recipientEmail: typedText,
  personalMessage: typedText,
  firstName: typedText,
  lastName: typedText,
  email: typedText,
  phone: typedText,
  delivery: typedText,
  shippingAddress: v.optional(ShippingAddressSchema),
})

/** Everything of one person, the free texts included. Of a voucher's code only the end: it is as good as money. */
export const PersonSchema = v.object({
  /** Without an id who is in no list: they only began a purchase, or only an email to them is left. */
  customer: v.object({ ...CustomerSchema.entries, id: v.nullable(IdSchema) }),
  /** Purchases that became no voucher and no order, with what was typed for them. */
  unfinished: v.array(
    v.object({
      date: TimeSchema,
      purpose: v.picklist(['gift_voucher', 'order']),
      state: v.string(),
      amount: AmountSchema,
      typed: TypedPurchaseSchema,
    }),
  ),
  /** Emails to this person. What they said is in the things that they are about. */
  emails: v.array(
    v.object({ date: TimeSchema, what: v.string(), state: v.picklist(['waiting', 'sent', 'failed']) }),
  ),
  vouchers: v.array(
    v.object({
      id: IdSchema,
      date: TimeSchema,
      codeEnd: v.string(),
      status: v.picklist(voucherStatuses),
      expiryDate: DaySchema,
      originalAmount: AmountSchema,
      currentBalance: AmountSchema,
      buyerName: nullableText,
      buyerEmail: nullableText,
      recipientName: v.string(),
      recipientEmail: v.string(),
      personalMessage: nullableText,
      entries: v.array(v.object({ date: TimeSchema, amount: AmountSchema, description: v.string() })),
    }),
  ),
  orders: v.array(
    v.object({
      ...AdminOrderSchema.entries,
      phone: nullableText,
      shippingAddress: v.nullable(ShippingAddressSchema),
    }),
  ),
  inquiries: v.array(
    v.object({
      date: TimeSchema,
      productName: v.string(),
      quantity: CountSchema,
      phone: nullableText,
      message: nullableText,
    }),
  ),
  messages: v.array(
    v.object({ date: TimeSchema, subject: v.string(), message: v.string(), phone: nullableText }),
  ),
  appointments: v.array(
    v.object({
      date: TimeSchema,
      service: v.string(),
      preferredDate: v.nullable(DaySchema),
      insurance: nullableText,
      reason: nullableText,
      phone: v.string(),
    }),
  ),
})

export type Person = v.InferOutput<typeof PersonSchema>

export const customersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/customers',
  access: 'admin',
  query: v.object({ search: SearchSchema, cursor: CursorSchema }),
  body: v.undefined(),
  reply: v.array(CustomerSchema),
})

const EmailBodySchema = v.object({ email: EmailSchema() })

export const findCustomerEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/find',
  access: 'admin',
  body: v.union([EmailBodySchema, v.object({ id: IdSchema })], 'Please enter a valid email address'),
  reply: PersonSchema,
})

/** What a person may ask for: all that is kept of them, as a file. */
export const exportCustomerEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/export',
  access: 'admin',
  body: EmailBodySchema,
  reply: v.object({ exportedAt: TimeSchema, ...PersonSchema.entries }),
})

/** What a person may also ask for: removes what identifies them, and keeps what the books need. Safe to repeat. */
export const eraseCustomerEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/erase',
  access: 'admin',
  body: EmailBodySchema,
  reply: v.object(counts),
})
