import { readSimilarLetters } from '#contract/vouchers/voucher-code.ts'
import { voucherLink } from '#contract/vouchers/voucher-page.ts'
import { problemWith } from '#server/env.ts'
import { readSignedId, signToken } from '#server/links/signed-token.ts'

/** The code is signed, too: once it is replaced, the token shows nothing. */
const usesOf = (code: string) => `uses of ${readSimilarLetters(code)}` as const

/**
 * Returns the link that shows a voucher. `holderOf`: the voucher's id in an email to its holder, whose link also shows each
 * use. A code alone does not: its giver has it, too, and must not learn when somebody visits the clinic.
 */
export const heldVoucherLink = (siteUrl: string, code: string, holderOf: string | null | undefined): string =>
  voucherLink(
    siteUrl,
    code,
    holderOf && !problemWith('LINK_KEY') ? signToken(usesOf(code), holderOf) : undefined,
  )

/** Returns the id of the voucher whose uses a code and its token show, or null. */
export const readHolderToken = (code: string, token: string | undefined): string | null =>
  token === undefined || problemWith('LINK_KEY') ? null : readSignedId(usesOf(code), token)
