/** Why a payment and its voucher or order are frozen. Of several causes, the first in this list is shown. */
export const freezeCauses = ['dispute', 'review', 'warning'] as const

export type FreezeCause = (typeof freezeCauses)[number]

export const VOUCHER_FROZEN: Record<FreezeCause, string> = {
  dispute: 'This voucher is frozen while the bank looks into the payment.',
  review:
    'This voucher is frozen while Stripe reviews the payment. You can release or refund it under “Needs attention”.',
  warning:
    'This voucher is frozen because the payment may be fraudulent. You can release or refund it under “Needs attention”.',
}

export const ORDER_FROZEN: Record<FreezeCause, string> = {
  dispute: 'This payment is disputed. Please do not hand anything over until the bank has decided.',
  review:
    'Stripe is reviewing this payment. Please do not hand anything over yet. You can release or refund it under “Needs attention”.',
  warning:
    'This payment may be fraudulent. Please do not hand anything over yet. You can release or refund it under “Needs attention”.',
}
