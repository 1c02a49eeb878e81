import { useState } from 'react'
import { type AdminVoucher, adminVoucherEndpoint } from '#contract/admin-vouchers'
import { formatPounds, parsePence } from '#contract/money'
import { refundVoucherEndpoint } from '#contract/voucher-changes'
import { Confirm } from '../shared/Confirm.tsx'
import { showToast } from '../../../ui/toast.ts'
import { describeRefund, pounds } from '../shared/format.ts'
import { changeVoucher } from './vouchers.store.ts'
import { createIdempotencyKey } from '../../../lib/idempotency-key.ts'
import { adminCall } from '../admin-api.ts'

interface Props {
  voucher: AdminVoucher
  onClose: () => void
}

const MESSAGES = { done: 'Voucher refunded successfully!', failed: 'Failed to refund voucher' }

/** States what is refunded, where to, and what is cancelled, before the owner confirms. */
export function VoucherRefundConfirm({ voucher: opened, onClose }: Props) {
  const [voucher, setVoucher] = useState(opened)
  const [keyFor] = useState(createIdempotencyKey)
  const { currentBalance, refundableAmount, paidBy } = voucher
  const cancelled = (parsePence(currentBalance) ?? 0) - (parsePence(refundableAmount) ?? 0)
  const isComplimentary = paidBy === 'complimentary'

  async function refund() {
    const input = { expectedAmount: refundableAmount }
    const body = { ...input, requestId: keyFor(input) }
    const { reply, failure } = await changeVoucher(refundVoucherEndpoint, voucher.id, body, MESSAGES)
    if (reply?.state === 'due')
      showToast({ title: 'Refund under way', description: describeRefund(reply.refundedAmount, 'due') })
    // The amount has changed: show the new one for confirmation.
    if (failure?.fields?.['expectedAmount']) await reload()
    return failure
  }

  async function reload() {
    const now = await adminCall(adminVoucherEndpoint, undefined, { params: { id: voucher.id } }).catch(
      () => undefined,
    )
    if (now) setVoucher(now.voucher)
  }

  return (
    <Confirm
      title="Issue Refund"
      eyebrow={voucher.voucherCode}
      submitLabel={
        isComplimentary
          ? `Cancel Voucher ${pounds(currentBalance)}`
          : `Issue Refund ${pounds(refundableAmount)}`
      }
      pendingLabel="Refunding..."
      cancelLabel="Keep the voucher"
      onSubmit={refund}
      onClose={onClose}
    >
      <p>{refundText(voucher)}</p>
      {!isComplimentary && cancelled > 0 && (
        <p>The rest of its balance, £{formatPounds(cancelled)}, was never paid for. It is cancelled.</p>
      )}
      <p>The voucher cannot be used again after that.</p>
    </Confirm>
  )
}

function refundText({ paidBy, refundableAmount, currentBalance }: AdminVoucher): string {
  switch (paidBy) {
    case 'online':
      return `${pounds(refundableAmount)} goes back the way it was paid, which takes 5 to 10 working days. The buyer is told by email.`
    case 'cash':
      return `It was paid in cash: please give ${pounds(refundableAmount)} back by hand. Here it is only recorded.`
    case 'card':
      return `It was paid by card at the clinic: please give ${pounds(refundableAmount)} back on your card machine. Here it is only recorded.`
    case 'complimentary':
      return `Nobody paid for this voucher, so no money goes back. Its balance of ${pounds(currentBalance)} is cancelled.`
  }
}
