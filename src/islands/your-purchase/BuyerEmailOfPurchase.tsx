import type { Purchased } from '#contract/purchases/purchases.ts'
import { BuyerEmail } from '#islands/checkout/BuyerEmail.tsx'
import { showRelinked } from '#islands/your-purchase/your-purchase.store.ts'
import { currentPurchaseToken } from '#lib/purchase-token.ts'

/** Where the receipt of the purchase went. */
export function BuyerEmailOfPurchase({ purchase }: { purchase: Purchased }) {
  const { buyerEmail: email, canChangeEmail } = purchase
  return (
    <BuyerEmail
      boughtBy={{ email, canChangeEmail, token: currentPurchaseToken() ?? '' }}
      voucherCode={purchase.kind === 'voucher' ? purchase.voucherCode : undefined}
      onChanged={({ token }, changed) => showRelinked(token, changed)}
    />
  )
}
