import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { IdParamsSchema, RequestIdSchema } from './ids.ts'
import { CursorSchema, SearchSchema } from './listing.ts'
import { ProductFormSchema, RestockSchema } from './product-form.ts'
import { ProductSchema } from './products.ts'

const { inCheckouts: _, ...ProductEntries } = ProductSchema.entries

const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A product as the owner sees it: `stock` is what stands on the shelf, `inStock` whether it may be sold. */
export const AdminProductSchema = v.object({
  ...ProductEntries,
  /** How many of the stock are held while somebody pays. */
  reserved: CountSchema,
  /** The clinic is told when the stock falls to it. */
  lowStock: CountSchema,
  /** Rises with every change, stock included. */
  version: CountSchema,
})

export type AdminProduct = v.InferOutput<typeof AdminProductSchema>

/** All that has not been deleted, newest first. */
export const adminProductsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/products',
  access: 'admin',
  sharesPath: true,
  query: v.object({ search: SearchSchema, cursor: CursorSchema }),
  body: v.undefined(),
  reply: v.array(AdminProductSchema),
})

export const addProductEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/products',
  access: 'admin',
  sharesPath: true,
  body: v.object({ ...ProductFormSchema.entries, requestId: RequestIdSchema }),
  reply: AdminProductSchema,
})

export const adminProductEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/products/:id',
  access: 'admin',
  sharesPath: true,
  params: IdParamsSchema,
  body: v.undefined(),
  reply: AdminProductSchema,
})

export const changeProductEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/products/:id',
  access: 'admin',
  sharesPath: true,
  params: IdParamsSchema,
  body: v.object({
    ...ProductFormSchema.entries,
    /** What the change was made from: if the product has changed since, it is refused. */
    version: v.optional(v.pipe(CountSchema, v.maxValue(2 ** 31 - 1))),
  }),
  reply: AdminProductSchema,
})

/** Takes a product out of the shop. Its orders keep it, and so does whoever is paying for it. */
export const archiveProductEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/products/:id',
  access: 'admin',
  sharesPath: true,
  params: IdParamsSchema,
  body: v.undefined(),
  reply: v.object({ archived: v.literal(true) }),
})

/** Puts goods that have arrived on the shelf. */
export const restockProductEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/products/:id/restock',
  access: 'admin',
  params: IdParamsSchema,
  body: v.object({ ...RestockSchema.entries, requestId: RequestIdSchema }),
  reply: AdminProductSchema,
})
