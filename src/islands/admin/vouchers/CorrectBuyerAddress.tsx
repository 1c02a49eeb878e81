import { useQuery } from '@tanstack/react-query'
import { HELD_HOURS } from '#contract/purchases/purchase-changes.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
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
      {status === 'active' && deliverTo !== 'recipient' && (isDelivered || hasReachedBuyer) && (
        <p className="message">
          <span>
            The voucher will also get a new code, because the current one was sent to the old address. The old
            code will stop working straight away
          </span>
          <span>{deliverTo === 'print' ? ', on paper too, so please print the voucher again.' : '.'}</span>
        </p>
      )}
      {paidBy === 'online' && (
        <p className="message">
          {`For ${HELD_HOURS} hours, the link in the new receipt shows and prints the voucher but changes nothing.`}
        </p>
      )}
    </CorrectAddress>
  )
}
