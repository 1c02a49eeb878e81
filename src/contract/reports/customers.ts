import * as v from 'valibot'
import { AmountSchema, SumSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdSchema } from '#contract/base/ids.ts'
import { CursorSchema, dayEntries, SearchSchema } from '#contract/base/listing.ts'
import { bounceReasons, emailStates, voucherDeliveries, voucherStatuses } from '#contract/base/statuses.ts'
import { EmailSchema } from '#contract/base/text.ts'
import { dayParts } from '#contract/enquiries/enquiry-choices.ts'
import { AdminOrderSchema } from '#contract/orders/admin-orders.ts'
import { ShippingAddressSchema } from '#contract/orders/orders.ts'
import { PurchaseNumberSchema } from '#contract/purchases/purchase-number.ts'
import { paidByChoices } from '#contract/vouchers/admin-vouchers.ts'

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

/** A person who bought, received, asked or wrote something, identified by email address. */
export const CustomerSchema = v.object({
  /** For links, which must not contain an email address. */
  id: IdSchema,
  /** The name they gave last. */
  name: v.string(),
  email: v.string(),
  /** The number they gave last; null if they gave none. */
  phone: v.nullable(v.string()),
  lastSeen: TimeSchema,
  /** Total paid, less refunds. */
  spent: SumSchema,
  ...counts,
})

export type Customer = v.InferOutput<typeof CustomerSchema>

/** Limit per kind of record of one person; the newest are listed. */
export const RECORDS_PER_KIND_MAX = 1000

const nullableText = v.nullable(v.string())

/** What every enquiry has: the name given with it, and what the owner has added. */
const enquiryEntries = {
  date: TimeSchema,
  firstName: v.string(),
  lastName: v.string(),
  answeredAt: v.nullable(TimeSchema),
  note: nullableText,
}

const typedText = v.optional(v.string())

/** Input of the voucher form or the purchase form. */
const TypedPurchaseSchema = v.object({
  buyerName: typedText,
  buyerEmail: typedText,
  recipientName: typedText,
  recipientEmail: typedText,
  deliverTo: typedText,
  sendOn: typedText,
  personalMessage: typedText,
  firstName: typedText,
  lastName: typedText,
  email: typedText,
  phone: typedText,
  delivery: typedText,
  shippingAddress: v.optional(ShippingAddressSchema),
  quantity: v.optional(CountSchema),
})

/** All data of one person, free texts included. Of a voucher code only the end: the whole code can be redeemed. */
export const PersonSchema = v.object({
  /** `id` is null for people who are not in Customers: they only started a purchase, or only an email is left. */
  customer: v.object({ ...CustomerSchema.entries, id: v.nullable(IdSchema) }),
  /** Purchases without a voucher or order, with the form's input. */
  unfinished: v.array(
    v.object({
      date: TimeSchema,
      purpose: v.picklist(['gift_voucher', 'order']),
      state: v.string(),
      amount: AmountSchema,
      /** Null for a voucher. */
      productName: nullableText,
      typed: TypedPurchaseSchema,
    }),
  ),
  /** Emails to this person, without their text: it repeats the records they are about. */
  emails: v.array(
    v.object({
      date: TimeSchema,
      what: v.string(),
      state: v.picklist(emailStates),
      /** When their mail server took it, why it came back, and when they called it spam. */
      acceptedAt: v.nullable(TimeSchema),
      bounce: v.nullable(v.picklist(bounceReasons)),
      complainedAt: v.nullable(TimeSchema),
    }),
  ),
  vouchers: v.array(
    v.object({
      id: IdSchema,
      date: TimeSchema,
      /** Null for a voucher from the desk. */
      number: v.nullable(PurchaseNumberSchema),
      codeEnd: v.string(),
      status: v.picklist(voucherStatuses),
      expiryDate: DaySchema,
      originalAmount: AmountSchema,
      currentBalance: AmountSchema,
      paidBy: v.picklist(paidByChoices),
      byPhone: v.boolean(),
      buyerName: nullableText,
      buyerEmail: nullableText,
      recipientName: v.string(),
      /** Null if the voucher went to the buyer, or is on paper and names none. */
      recipientEmail: nullableText,
      deliverTo: v.picklist(voucherDeliveries),
      sendOn: v.nullable(DaySchema),
      personalMessage: nullableText,
      /** Whether the recipient is emailed after each use. */
      tellHolder: v.boolean(),
      /** Whether there are reminders before the last day, and when the holder ended them. */
      reminders: v.boolean(),
      remindersStoppedAt: v.nullable(TimeSchema),
      entries: v.array(
        v.object({
          date: TimeSchema,
          amount: AmountSchema,
          description: v.string(),
          adminNotes: nullableText,
        }),
      ),
    }),
  ),
  orders: v.array(
    v.object({
      ...v.omit(AdminOrderSchema, ['refundable', 'canHandOver', 'buyerTold', 'isCancelled']).entries,
      phone: nullableText,
      shippingAddress: v.nullable(ShippingAddressSchema),
    }),
  ),
  /** Purchases that this person cancelled. */
  cancellations: v.array(
    v.object({
      date: TimeSchema,
      /** The day on which they sent the notice. */
      sentOn: DaySchema,
      bought: v.picklist(['voucher', 'order']),
      /** Null for a voucher sold by telephone. */
      number: v.nullable(PurchaseNumberSchema),
      goods: v.nullable(v.picklist(['back', 'posted'])),
      goodsOn: v.nullable(DaySchema),
      deducted: AmountSchema,
      deductionReason: nullableText,
    }),
  ),
  inquiries: v.array(
    v.object({
      ...enquiryEntries,
      productName: v.string(),
      quantity: CountSchema,
      phone: nullableText,
      message: nullableText,
    }),
  ),
  messages: v.array(
    v.object({
      ...enquiryEntries,
      subject: v.string(),
      message: v.string(),
      phone: nullableText,
    }),
  ),
  appointments: v.array(
    v.object({
      ...enquiryEntries,
      service: v.string(),
      preferredDate: v.nullable(DaySchema),
      dayPart: v.nullable(v.picklist(dayParts)),
      voucherEnd: nullableText,
      insurance: nullableText,
      reason: nullableText,
      phone: v.string(),
      confirmedFor: v.nullable(TimeSchema),
      confirmedMinutes: v.nullable(CountSchema),
    }),
  ),
})

export type Person = v.InferOutput<typeof PersonSchema>

export const customerOrders = ['newest', 'a_to_z', 'z_to_a'] as const

export const customersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/customers',
  access: 'admin',
  role: 'owner',
  query: v.object({
    search: SearchSchema,
    /** A search ignores all but `newest`: last seen first. */
    order: v.optional(v.picklist(customerOrders), 'newest'),
    /** Last seen on these days. */
    ...dayEntries,
    cursor: CursorSchema,
  }),
  body: v.undefined(),
  reply: v.array(CustomerSchema),
})

const EmailBodySchema = v.object({ email: EmailSchema() })

export const findCustomerEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/find',
  access: 'admin',
  role: 'owner',
  body: v.union([EmailBodySchema, v.object({ id: IdSchema })], 'Please enter a valid email address'),
  reply: PersonSchema,
})

/** Of a voucher for somebody else: null where it would tell of its uses. */
const ExportedVoucherSchema = v.object({
  ...PersonSchema.entries.vouchers.item.entries,
  currentBalance: v.nullable(AmountSchema),
  tellHolder: v.nullable(v.boolean()),
})

/** Exports all data of a person (right of access). */
export const exportCustomerEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/export',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  body: EmailBodySchema,
  reply: v.object({
    exportedAt: TimeSchema,
    ...PersonSchema.entries,
    vouchers: v.array(ExportedVoucherSchema),
  }),
})

/** Erases a person's data and keeps what the books need (right to erasure). Safe to repeat. */
export const eraseCustomerEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/erase',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  body: EmailBodySchema,
  reply: v.object(counts),
})
