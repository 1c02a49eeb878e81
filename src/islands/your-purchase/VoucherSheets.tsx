import { formatPounds, parsePence } from '#contract/base/money.ts'
import type { PurchasedVoucher } from '#contract/purchases/purchases.ts'
import { PrintedReceipt } from '#islands/checkout/PrintedReceipt.tsx'
import { PrintedVoucher } from '#islands/checkout/PrintedVoucher.tsx'
import { voucherReceiptFacts } from '#islands/checkout/voucher-facts.ts'

interface Props {
  voucher: PurchasedVoucher
  chosen: 'voucher' | 'receipt'
}

/** What was given: the buyer is not told what is left of it. */
const worthOf = ({ amount, refunded }: PurchasedVoucher) =>
  formatPounds((parsePence(amount) ?? 0) - (parsePence(refunded) ?? 0))

/** What can be printed of a voucher. Loaded once the purchase is shown. */
export function VoucherSheets({ voucher, chosen }: Props) {
  const { voucherCode } = voucher
  return (
    <>
      {voucherCode !== undefined && (
        <PrintedVoucher
          voucher={{ ...voucher, voucherCode }}
          amount={worthOf(voucher)}
          isChosen={chosen === 'voucher'}
        />
      )}
      <PrintedReceipt
        facts={voucherReceiptFacts(voucher)}
        reference={voucher.reference}
        isChosen={chosen === 'receipt'}
      />
    </>
  )
}
