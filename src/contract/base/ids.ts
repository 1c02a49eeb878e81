import * as v from 'valibot'

export const IdSchema = v.pipe(v.string(), v.uuid())

/** Path parameters of one row: `/api/admin/vouchers/:id`. */
export const IdParamsSchema = v.object({ id: IdSchema })

/** Idempotency key: repeating it returns the first result and changes nothing. */
export const RequestIdSchema = v.optional(IdSchema)
