import type { Attention } from '#contract/reports/reports.ts'
import { refundPayment } from '#islands/admin/overview/attention-actions.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { inCurrency } from '#islands/admin/shared/format.ts'

interface Props {
  item: Extract<Attention, { kind: 'payment_unknown' | 'refund' | 'fraud_alert' }>
  amount: string
  onClose: () => void
}

export function PaymentRefundDialog({ item, amount, onClose }: Props) {
  return (
    <Confirm
      title="Refund"
      eyebrow={item.reference}
      submitLabel={`Issue Refund ${inCurrency(amount, item.currency)}`}
      pendingLabel="Refunding..."
      cancelLabel="Keep as it is"
      onSubmit={() =>
        refundPayment(item.kind === 'fraud_alert' ? item.paymentId : item.id, amount, item.currency)
      }
      onClose={onClose}
    >
      <p>
        <span translate="no">{inCurrency(amount, item.currency)}</span>
        <span> will be returned the way it was paid, which takes 5 to 10 working days.</span>
        {item.kind !== 'payment_unknown' && item.voucherId && (
          <span> The voucher cannot be used again after that.</span>
        )}
      </p>
      {item.kind === 'fraud_alert' && item.voucherId && (
        <p className="text-small text-soft">This includes any amount that has already been redeemed.</p>
      )}
      {item.kind === 'fraud_alert' && item.orderId && (
        <p className="text-small text-soft">
          If you still have the goods, please go to “Products” afterwards and press “Restock”.
        </p>
      )}
      {item.kind === 'payment_unknown' && (
        <p className="text-small text-soft">
          We have no record of what this payment was for, most likely because a backup was restored. If you
          know what it was for, you may prefer to generate the voucher yourself.
        </p>
      )}
    </Confirm>
  )
}
