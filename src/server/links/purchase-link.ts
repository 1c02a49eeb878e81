import { problemWith } from '#server/env.ts'
import { readSignedId, signToken } from '#server/links/signed-token.ts'

/** Returns the token that opens "Your purchase". */
export const purchaseToken = (linkId: string) => signToken('purchase', linkId)

/** Returns the link id in a token; for a forged or incomplete one, in the same time, an id that no payment has. */
export const readPurchaseToken = (token: string) => readSignedId('purchase', token)

/** Returns whether there are links, or LINK_KEY is not set. */
export const hasLinkKey = (): boolean => !problemWith('LINK_KEY')

/** Returns the link to "Your purchase"; undefined while LINK_KEY is not set. The token is in the fragment, which browsers do not send. */
export const purchaseLink = (siteUrl: string, linkId: string | null | undefined): string | undefined =>
  linkId && hasLinkKey() ? `${siteUrl}/your-purchase#${purchaseToken(linkId)}` : undefined
