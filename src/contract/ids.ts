import * as v from 'valibot'

export const IdSchema = v.pipe(v.string(), v.uuid())

/** The path of one thing: `/api/admin/vouchers/:id`. */
export const IdParamsSchema = v.object({ id: IdSchema })

/** The browser's name for an attempt: the same one again gets the first answer and does nothing more. */
export const RequestIdSchema = v.optional(IdSchema)
