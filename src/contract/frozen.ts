/** Why a payment and its voucher or order are frozen. Of several causes, the first in this list is shown. */
export const freezeCauses = ['dispute', 'review', 'warning'] as const

export type FreezeCause = (typeof freezeCauses)[number]

export const VOUCHER_FROZEN: Record<FreezeCause, string> = {
  dispute: 'This voucher is frozen: the bank decides about its payment.',
  review:
    'This voucher is frozen: Stripe is reviewing its payment. You can release or refund it under Needs attention.',
  warning:
    'This voucher is frozen: its payment may be fraud. You can release or refund it under Needs attention.',
}

export const ORDER_FROZEN: Record<FreezeCause, string> = {
  dispute: 'This payment is disputed: please hand nothing over until the bank has decided.',
  review:
    'Stripe is reviewing this payment: please hand nothing over. You can release or refund it under Needs attention.',
  warning:
    'This payment may be fraud: please hand nothing over. You can release or refund it under Needs attention.',
}
