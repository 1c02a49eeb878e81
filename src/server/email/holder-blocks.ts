import type * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { codeEndOf } from '#contract/vouchers/voucher-code.ts'
import { HELD_CODE_MIN } from '#contract/vouchers/voucher-page.ts'
import { button, type Block } from '#server/email/blocks.ts'
import { sentence, trustedText, type EmailText } from '#server/email/email-text.ts'
import type { HolderEmailSchema } from '#server/email/holder-email-data.ts'
import { heldVoucherLink } from '#server/links/held-voucher-link.ts'

type HolderEmail = v.InferOutput<typeof HolderEmailSchema>

/** "Dear Jane Hopkins,", or "Hello," where nobody is named. */
export function greetingOf({
  isForBuyer,
  buyerName,
  recipientName,
}: Pick<HolderEmail, 'isForBuyer' | 'buyerName' | 'recipientName'>): EmailText {
  const name = isForBuyer ? buyerName : recipientName
  return name ? sentence`Dear ${name},` : trustedText('Hello,')
}

/** The voucher by the end of its code. */
export const codeEndFact = ({ voucherCode }: HolderEmail) =>
  ['Voucher', trustedText(`Ending ${codeEndOf(voucherCode)}`)] as const

/** Opens the voucher on the website; nothing for a code so short that it opens nothing there. */
export const heldButton = ({ voucherCode, isForBuyer, holderOf }: HolderEmail, siteUrl: string): Block[] =>
  voucherCode.length < HELD_CODE_MIN
    ? []
    : [button('Open your voucher', heldVoucherLink(siteUrl, voucherCode, isForBuyer ? null : holderOf))]

export const HOW_TO_USE = `To use it, please ring us on ${clinic.phone.display}, or ask for an appointment on our website.`

/** Why the holder has got the email. */
export const holderFootnote = ({ isForBuyer }: HolderEmail): string =>
  isForBuyer
    ? 'You have received this email because you bought a gift voucher from us.'
    : 'You have received this email because you have one of our gift vouchers.'
