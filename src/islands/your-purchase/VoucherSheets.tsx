import type { PurchasedVoucher } from '#contract/purchases.ts'
import { PrintedReceipt } from '#islands/checkout/PrintedReceipt.tsx'
import { PrintedVoucher } from '#islands/checkout/PrintedVoucher.tsx'
import { voucherReceiptFacts } from '#islands/checkout/voucher-facts.ts'

interface Props {
  voucher: PurchasedVoucher
  chosen: 'voucher' | 'receipt'
}

/** What can be printed of a voucher. Loaded once the purchase is shown. */
export function VoucherSheets({ voucher, chosen }: Props) {
  const { voucherCode } = voucher
  return (
    <>
      {voucherCode !== undefined && (
        <PrintedVoucher
          voucher={{ ...voucher, voucherCode }}
          amount={voucher.currentBalance}
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
