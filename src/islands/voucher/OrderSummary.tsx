import { formatPounds } from '#contract/money'
import { useSignals } from '@preact/signals-react/runtime'
import { cardAmount, details, pence } from './voucher-form.store.ts'
import { VoucherCard } from './VoucherCard.tsx'

export function OrderSummary() {
  useSignals()
  const { buyerName, recipientName, recipientEmail, personalMessage } = details.value
  return (
    <>
      <h2>Complete your payment</h2>
      <VoucherCard amount={cardAmount.value} recipient={recipientName} />
      <h3>Order summary</h3>
      <dl className="summary">
        <div>
          <dt>From</dt>
          <dd>{buyerName}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>
            {recipientName}
            <span className="block text-small text-soft">{recipientEmail}</span>
          </dd>
        </div>
        {personalMessage.trim() && (
          <div>
            <dt>Message</dt>
            <dd className="whitespace-pre-line">{personalMessage.trim()}</dd>
          </div>
        )}
        <div className="summary-total">
          <dt>Total</dt>
          <dd>£{formatPounds(pence.value ?? 0)}</dd>
        </div>
      </dl>
    </>
  )
}
