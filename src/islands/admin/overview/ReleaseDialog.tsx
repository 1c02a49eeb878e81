import type { Attention } from '#contract/reports/reports.ts'
import { releasePayment } from '#islands/admin/overview/attention-actions.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { pounds } from '#islands/admin/shared/format.ts'

interface Props {
  item: Extract<Attention, { kind: 'fraud_alert' }>
  onClose: () => void
}

export function ReleaseDialog({ item, onClose }: Props) {
  return (
    <Confirm
      title="Release"
      eyebrow={item.reference}
      submitLabel={`Release Payment ${pounds(item.amount)}`}
      pendingLabel="Releasing..."
      variant="primary"
      cancelLabel="Keep it frozen"
      onSubmit={() => releasePayment(item.id)}
      onClose={onClose}
    >
      <p>
        <span>Please release the payment only if you are sure that the purchase is genuine. </span>
        {item.what === 'review' && <span>This will approve the payment in Stripe. </span>}
        {item.voucherId && <span>The voucher can then be redeemed.</span>}
        {item.orderId && <span>The order can then be handed over.</span>}
      </p>
      {item.what === 'warning' && (
        <p className="text-small text-soft">
          The cardholder may still dispute the payment. If you lose the dispute, you will lose the amount and
          pay a fee.
        </p>
      )}
    </Confirm>
  )
}
