// Not in vouchers.ts: the portal's vouchers have the same limits, and their functions would bundle the buyer's schemas, too.

/** The card provider's minimum for pounds: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const VOUCHER_MIN = 30
export const VOUCHER_MAX = 50_000
export const VOUCHER_MESSAGE_MAX = 1000
