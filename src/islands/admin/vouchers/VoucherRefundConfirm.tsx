import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/base/endpoint.ts'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { refundVoucherEndpoint } from '#contract/vouchers/voucher-changes.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { describeRefund, pounds } from '#islands/admin/shared/format.ts'
import { sendOnce } from '#islands/admin/shared/send-once.ts'
import { changeVoucher, voucherQuery } from '#islands/admin/vouchers/vouchers.store.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { ExactText } from '#ui/ExactText.tsx'

interface Props {
  voucher: AdminVoucher
  onClose: () => void
}

/** Whether nobody paid for it here, so that it can only be cancelled. */
const isUnpaid = ({ paidBy }: AdminVoucher) => paidBy === 'complimentary' || paidBy === 'imported'

function describeResult({ state, refundedAmount, voucher }: Reply<typeof refundVoucherEndpoint>) {
  if (state === 'due')
    return { title: 'Refund under way', description: describeRefund(refundedAmount, 'due') }
  return {
    title: 'Success',
    description: isUnpaid(voucher) ? 'The voucher has been cancelled.' : 'Voucher refunded successfully!',
  }
}

/** States what is refunded, where to, and what is cancelled, before the owner confirms. */
export function VoucherRefundConfirm({ voucher: opened, onClose }: Props) {
  // If the amount has changed, the new one is shown for confirmation.
  const voucher = useQuery(voucherQuery(opened.id)).data?.voucher ?? opened
  const { currentBalance, refundableAmount } = voucher
  const cancelled = (parsePence(currentBalance) ?? 0) - (parsePence(refundableAmount) ?? 0)
  const isCancelOnly = isUnpaid(voucher)
  // Not of one that has just been refunded: its dialog is closing.
  if (parsePence(refundableAmount) === 0 && cancelled > 0 && !isCancelOnly)
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
    return sendOnce({ refunded: voucher.id, ...input }, (requestId) =>
      changeVoucher(
        refundVoucherEndpoint,
        voucher.id,
        { ...input, requestId },
        {
          done: describeResult,
          failed: 'We could not refund the voucher. Please try again.',
          failedToast: 'Failed to refund voucher',
        },
      ),
    )
  }

  return (
    <Confirm
      title="Issue Refund"
      eyebrow={voucher.voucherCode}
      submitLabel={
        isCancelOnly ? `Cancel Voucher ${pounds(currentBalance)}` : `Issue Refund ${pounds(refundableAmount)}`
      }
      pendingLabel={isCancelOnly ? 'Cancelling...' : 'Refunding...'}
      cancelLabel="Keep the voucher"
      onSubmit={refund}
      onClose={onClose}
    >
      <p>
        <ExactText>{refundText(voucher)}</ExactText>
      </p>
      {!isCancelOnly && cancelled > 0 && (
        <p>
          The rest of the voucher’s balance, <span translate="no">{`£${formatPounds(cancelled)}`}</span>, was
          never paid for. We will cancel it without returning any money for it.
        </p>
      )}
      <p>After that, the voucher can no longer be used.</p>
      {voucher.recipientEmail && voucher.isDelivered && (
        <p>
          <ExactText
            names={[voucher.recipientName]}
          >{`We will let ${voucher.recipientName || voucher.recipientEmail} know by email, without giving the amount or a reason.`}</ExactText>
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
      return `The voucher was paid for in cash, so please give ${pounds(refundableAmount)} back in cash. We only record the refund here.`
    case 'card':
      return `The voucher was paid for by card at the clinic, so please refund ${pounds(refundableAmount)} on your card machine. We only record the refund here.`
    case 'complimentary':
      return `Nobody paid for this voucher, so no money will be returned. Its balance of ${pounds(currentBalance)} will be cancelled.`
    case 'imported':
      return `This voucher was sold elsewhere, so we cannot return any money for it here. Its balance of ${pounds(currentBalance)} will be cancelled.`
  }
}
