import { useQuery } from '@tanstack/react-query'
import type { AdminVoucher } from '#contract/admin-vouchers.ts'
import { CorrectAddress } from '#islands/admin/shared/CorrectAddress.tsx'
import { recordEmailsQuery } from '#islands/admin/shared/email-actions.ts'
import { hasLeft } from '#islands/admin/shared/email-labels.ts'

interface Props {
  voucher: AdminVoucher
  buyerEmail: string
}

/** Corrects the buyer's address, and says what that means for a code that was sent to the old one. */
export function CorrectBuyerAddress({ voucher, buyerEmail }: Props) {
  const { id, voucherCode, paidBy, status, deliverTo, isDelivered } = voucher
  // The copy of a voucher from the desk is sent only while it can be used.
  const isReceiptSent = paidBy === 'online' || status === 'active'
  const emails = useQuery(recordEmailsQuery(id)).data?.emails ?? []
  const hasReachedBuyer = emails.some((email) => email.recipient === buyerEmail && hasLeft(email))
  return (
    <CorrectAddress
      kind="voucher"
      id={id}
      email={buyerEmail}
      eyebrow={voucherCode}
      hint={
        isReceiptSent
          ? `We will send the ${paidBy === 'complimentary' ? 'copy of the voucher' : 'receipt'} again, to the new address.`
          : 'We will use the new address from now on.'
      }
    >
      {status === 'active' && deliverTo === 'buyer' && isDelivered && (
        <p className="message">
          The voucher will also get a new code, because the current one was sent to the old address. The old
          code will stop working straight away.
        </p>
      )}
      {status === 'active' && deliverTo !== 'buyer' && hasReachedBuyer && (
        <p className="message">
          An email that we sent to the old address shows the voucher’s code. If someone else may have read it,
          please press “Reissue” as well to give the voucher a new code.
        </p>
      )}
    </CorrectAddress>
  )
}
