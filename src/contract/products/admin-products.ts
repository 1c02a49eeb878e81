import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdParamsSchema, RequestIdSchema } from '#contract/base/ids.ts'
import { CursorSchema, SearchSchema } from '#contract/base/listing.ts'
import { ProductFormSchema, RestockSchema } from '#contract/products/product-form.ts'
import { ProductSchema } from '#contract/products/products.ts'

const { inCheckouts: _, ...ProductEntries } = ProductSchema.entries

const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A product in the portal. `stock` includes reserved units; `inStock` says whether it is for sale. */
export const AdminProductSchema = v.object({
  ...ProductEntries,
  /** Units in checkouts that are not paid yet. */
  reserved: CountSchema,
  /** Threshold: the clinic gets an email when the stock falls to it. */
  lowStock: CountSchema,
  /** Incremented by every change, including those of the stock. */
  version: CountSchema,
})

export type AdminProduct = v.InferOutput<typeof AdminProductSchema>

/** Lists all products that are not archived, newest first. */
export const adminProductsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/products',
  access: 'admin',
  role: 'staff',
  query: v.object({ search: SearchSchema, cursor: CursorSchema }),
  body: v.undefined(),
  reply: v.array(AdminProductSchema),
})

export const addProductEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/products',
  access: 'admin',
  role: 'owner',
  body: v.object({ ...ProductFormSchema.entries, requestId: RequestIdSchema }),
  reply: AdminProductSchema,
})

export const adminProductEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/products/:id',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.undefined(),
  reply: AdminProductSchema,
})

export const changeProductEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/products/:id',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: IdParamsSchema,
  body: v.object({
    ...ProductFormSchema.entries,
    /** The version that was edited; the change is refused if there is a newer one. */
    version: v.optional(v.pipe(CountSchema, v.maxValue(2 ** 31 - 1))),
  }),
  reply: AdminProductSchema,
})

/** Removes a product from the shop. Its orders keep it, and purchases in progress can be completed. */
export const archiveProductEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/products/:id',
  access: 'admin',
  role: 'owner',
  params: IdParamsSchema,
  body: v.undefined(),
  reply: v.object({ archived: v.literal(true) }),
})

/** Adds delivered units to the stock. */
export const restockProductEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/products/:id/restock',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.object({ ...RestockSchema.entries, requestId: RequestIdSchema }),
  reply: AdminProductSchema,
})
