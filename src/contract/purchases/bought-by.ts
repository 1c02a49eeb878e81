import * as v from 'valibot'

/**
 * Whose purchase it is, for the page that the buyer has paid on. Missing unless the client secret proves the purchase: all
 * else that does is in the receipt, which may have gone to somebody else.
 */
export const BoughtBySchema = v.object({
  email: v.string(),
  /** Opens "Your purchase". */
  token: v.string(),
  /** Whether the buyer can correct their address. */
  canChangeEmail: v.boolean(),
})

export type BoughtBy = v.InferOutput<typeof BoughtBySchema>
