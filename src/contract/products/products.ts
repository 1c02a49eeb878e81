import * as v from 'valibot'
import { AmountSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdSchema } from '#contract/base/ids.ts'

export const LIST_MAX = 50

const LinesSchema = v.pipe(v.array(v.string()), v.maxLength(LIST_MAX))

const FlagSchema = v.boolean()

/** A product in the shop. `stock` is what can still be bought, `inStock` whether it is for sale at all. */
export const ProductSchema = v.object({
  id: IdSchema,
  name: v.string(),
  description: v.string(),
  price: AmountSchema,
  image: v.string(),
  category: v.string(),
  inStock: FlagSchema,
  /** All remaining units are reserved in checkouts; some may become available again. */
  inCheckouts: FlagSchema,
  stock: v.pipe(v.number(), v.integer(), v.minValue(0)),
  features: LinesSchema,
  benefits: LinesSchema,
  /** Each in the form "label - value". */
  frequencies: LinesSchema,
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
})

export type Product = v.InferOutput<typeof ProductSchema>

/** Lists the products, newest first. May be cached; the server checks the stock again at purchase. */
export const productsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/products',
  access: 'public',
  body: v.undefined(),
  reply: v.array(ProductSchema),
  cache: { seconds: 15, staleSeconds: 60 },
})
