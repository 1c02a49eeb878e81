import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminVoucher } from '#contract/admin-vouchers.ts'
import type { Reply } from '#contract/endpoint.ts'
import { formatPounds, parsePence } from '#contract/money.ts'
import { refundVoucherEndpoint } from '#contract/voucher-changes.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { describeRefund, pounds } from '#islands/admin/shared/format.ts'
import { changeVoucher, voucherQuery } from '#islands/admin/vouchers/vouchers.store.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { ExactText } from '#ui/ExactText.tsx'

interface Props {
  voucher: AdminVoucher
  onClose: () => void
}

function describeResult({ state, refundedAmount, voucher }: Reply<typeof refundVoucherEndpoint>) {
  if (state === 'due')
    return { title: 'Refund under way', description: describeRefund(refundedAmount, 'due') }
  return {
    title: 'Success',
    description:
      voucher.paidBy === 'imported' ? 'The voucher has been cancelled.' : 'Voucher refunded successfully!',
  }
}

/** States what is refunded, where to, and what is cancelled, before the owner confirms. */
export function VoucherRefundConfirm({ voucher: opened, onClose }: Props) {
  // If the amount has changed, the new one is shown for confirmation.
  const voucher = useQuery(voucherQuery(opened.id)).data?.voucher ?? opened
  const [keyFor] = useState(createIdempotencyKey)
  const { currentBalance, refundableAmount, paidBy } = voucher
  const cancelled = (parsePence(currentBalance) ?? 0) - (parsePence(refundableAmount) ?? 0)
  const isUnpaid = paidBy === 'complimentary' || paidBy === 'imported'
  if (parsePence(refundableAmount) === 0 && !isUnpaid)
    return (
      <Dialog title="Issue Refund" eyebrow={voucher.voucherCode} onClose={onClose}>
        <p className="dialog-body">
          There is nothing left to refund on this voucher, because the money paid for it has been used or
          returned. To cancel the remaining <span translate="no">{pounds(currentBalance)}</span>, please use
          “Adjust Balance”.
        </p>
      </Dialog>
    )

  function refund() {
    const input = { expectedAmount: refundableAmount }
    const body = { ...input, requestId: keyFor(input) }
    return changeVoucher(refundVoucherEndpoint, voucher.id, body, describeResult, 'Failed to refund voucher')
  }

  return (
    <Confirm
      title="Issue Refund"
      eyebrow={voucher.voucherCode}
      submitLabel={
        isUnpaid ? `Cancel Voucher ${pounds(currentBalance)}` : `Issue Refund ${pounds(refundableAmount)}`
      }
      pendingLabel={isUnpaid ? 'Cancelling...' : 'Refunding...'}
      cancelLabel="Keep the voucher"
      onSubmit={refund}
      onClose={onClose}
    >
      <p>
        <ExactText>{refundText(voucher)}</ExactText>
      </p>
      {!isUnpaid && cancelled > 0 && (
        <p>
          The rest of its balance, <span translate="no">{`£${formatPounds(cancelled)}`}</span>, was never paid
          for. We will cancel it, and no money will be returned for it.
        </p>
      )}
      <p>The voucher cannot be used again after that.</p>
      {voucher.recipientEmail && voucher.isDelivered && (
        <p>
          <ExactText
            names={[voucher.recipientName]}
          >{`We will email ${voucher.recipientName} to say so, without giving the amount or a reason.`}</ExactText>
        </p>
      )}
    </Confirm>
  )
}

function refundText({ paidBy, refundableAmount, currentBalance }: AdminVoucher): string {
  switch (paidBy) {
    case 'online':
      return `${pounds(refundableAmount)} will be returned the way it was paid, which takes 5 to 10 working days. We will let the buyer know by email.`
    case 'cash':
      return `The voucher was paid for in cash, so please give ${pounds(refundableAmount)} back by hand. This only records the refund.`
    case 'card':
      return `The voucher was paid for by card at the clinic, so please give ${pounds(refundableAmount)} back on your card machine. This only records the refund.`
    case 'complimentary':
      return `Nobody paid for this voucher, so no money will be returned. Its balance of ${pounds(currentBalance)} will be cancelled.`
    case 'imported':
      return `This voucher was sold elsewhere, so it can only be cancelled and no money will be returned here. Its balance of ${pounds(currentBalance)} will be cancelled.`
  }
}
