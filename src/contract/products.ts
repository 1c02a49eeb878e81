import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { AmountSchema } from './money.ts'
import { EmailSchema, HoneypotSchema, LineSchema, MessageSchema, PhoneSchema } from './text.ts'

export const INQUIRY_MESSAGE_MAX = 2000
export const INQUIRY_QUANTITY_MAX = 1000
export const LIST_MAX = 50

const IdSchema = v.pipe(v.string(), v.uuid())
const LinesSchema = v.pipe(v.array(v.string()), v.maxLength(LIST_MAX))

/** A product as visitors see it: `stock` is what can still be bought, `inStock` whether it can be bought at all. */
export const ProductSchema = v.object({
  id: IdSchema,
  name: v.string(),
  description: v.string(),
  price: AmountSchema,
  image: v.string(),
  category: v.string(),
  inStock: v.boolean(),
  stock: v.pipe(v.number(), v.integer(), v.minValue(0)),
  features: LinesSchema,
  benefits: LinesSchema,
  /** Each "label - value". */
  frequencies: LinesSchema,
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
})

export type Product = v.InferOutput<typeof ProductSchema>

/** All that is for sale or was a moment ago, newest first. The server decides again at purchase. */
export const products = defineEndpoint({
  method: 'GET',
  path: '/api/products',
  access: 'public',
  body: v.undefined(),
  reply: v.array(ProductSchema),
  cache: { seconds: 15, staleSeconds: 60 },
})

const quantity = 'Please enter a quantity of 1 or more'

/** The form behind 'Ask About Product'. */
export const ProductInquirySchema = v.object({
  firstName: LineSchema({ min: 1, tooShort: 'First name required' }),
  lastName: LineSchema({ min: 1, tooShort: 'Last name required' }),
  email: EmailSchema('Valid email required'),
  phone: PhoneSchema({ required: false }),
  message: MessageSchema(INQUIRY_MESSAGE_MAX),
  quantity: v.pipe(
    v.optional(v.union([v.number(), v.string()], quantity), 1),
    v.transform((given) =>
      typeof given === 'string' && !/^\d{1,6}$/.test(given) ? Number.NaN : Number(given),
    ),
    v.number(quantity),
    v.integer(quantity),
    v.minValue(1, quantity),
    v.maxValue(INQUIRY_QUANTITY_MAX, `Please enter at most ${INQUIRY_QUANTITY_MAX}`),
  ),
})

/** A sold-out product may be asked about, too. */
export const productInquiries = defineEndpoint({
  method: 'POST',
  path: '/api/product-inquiries',
  access: 'public',
  body: v.object({
    ...ProductInquirySchema.entries,
    productId: IdSchema,
    /** The browser's name for this attempt: the same one again is the same inquiry. */
    requestId: v.optional(IdSchema),
    website: HoneypotSchema,
  }),
  reply: v.object({ received: v.literal(true) }),
})
