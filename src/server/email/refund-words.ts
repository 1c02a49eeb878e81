import { trustedText } from '#server/email/email-text.ts'

/** How the money of a refund comes back. `byHand`: the clinic paid it in another way. */
export const howPaidBack = (byHand: boolean | null | undefined): string =>
  byHand
    ? 'Our card provider could not return the money the way you paid, so we have paid it back to you in another way.'
    : 'Your money will be returned the way you paid, which takes 5 to 10 working days.'

/** Subject and preview of the email about a refund. */
export const refundHeading = (amount: string, byHand: boolean | null | undefined) => ({
  subject: trustedText(
    byHand ? `We have paid ${amount} back to you` : `Your refund of ${amount} is on its way`,
  ),
  preview: trustedText(
    byHand ? `We have returned ${amount} in another way.` : `We are returning ${amount} the way you paid.`,
  ),
})
