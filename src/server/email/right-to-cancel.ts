import { cancelInShort, cancellationForm, howToCancel, rightToCancel } from '#clinic/cancelling.ts'
import { rule, smallPrint, type Block } from '#server/email/blocks.ts'
import { link, trustedText } from '#server/email/email-text.ts'

interface Purchase {
  purchase: keyof typeof rightToCancel
  /** A sentence about the last day to cancel. */
  lastDay: string
  /** What to give when cancelling, as a sentence. */
  quote: string
  siteUrl: string
}

/**
 * Returns the right to cancel with the model form, whole and in small print, for the end of a confirmation. A link alone does not suffice: it is
 * not a durable medium (CJEU C-49/11).
 */
export function rightToCancelBlocks({ purchase, lastDay, quote, siteUrl }: Purchase): Block[] {
  return [
    rule,
    smallPrint(
      'Your right to cancel',
      trustedText(`${cancelInShort} ${lastDay}`),
      ...rightToCancel[purchase].map(trustedText),
      trustedText(howToCancel),
      trustedText(quote),
      link('Terms & Conditions', `${siteUrl}/terms-conditions#how-to-cancel`),
    ),
    smallPrint(cancellationForm.title, ...cancellationForm.lines.map(trustedText)),
  ]
}
