import { cancelInShort, cancellationForm, howToCancel, rightToCancel } from '#content/legal/cancelling'
import { type Block, section } from './blocks.ts'
import { link, ours } from './email-text.ts'

interface Purchase {
  purchase: keyof typeof rightToCancel
  /** A sentence. */
  lastDay: string
  reference: string
  siteUrl: string
}

/**
 * Returns the right to cancel with the model form, to end a confirmation with. A link alone is not enough, because it
 * is no durable medium (CJEU C-49/11).
 */
export function tellRightToCancel({ purchase, lastDay, reference, siteUrl }: Purchase): Block[] {
  return [
    section(
      'Your right to cancel',
      ours(`${cancelInShort} ${lastDay}`),
      ...rightToCancel[purchase].map(ours),
      ours(howToCancel),
      ours(`Please give the reference ${reference}.`),
      link('Terms & Conditions', `${siteUrl}/terms-conditions#how-to-cancel`),
    ),
    section(cancellationForm.title, ...cancellationForm.lines.map(ours)),
  ]
}
