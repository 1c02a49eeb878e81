import { useEffect } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'
import { closeDeskCard, setDeskCardPrinted } from '#islands/admin/portal/desk-card.store.ts'
import { usePrintedOnce } from '#islands/admin/shared/use-printed-once.ts'
import { BrandMark } from '#islands/checkout/BrandMark.tsx'
import { QrCode } from '#islands/checkout/PrintedVoucher.tsx'

/** A sheet for the desk, with a QR code of the gift vouchers. Prints once it is mounted. For print only. */
export function DeskCard() {
  usePrintedOnce('Gift vouchers, card for the desk', closeDeskCard)
  useEffect(setDeskCardPrinted, [])
  const { address, email, name, phone } = clinic
  return (
    <div className="printed print-alone desk-card" data-print="receipt" aria-hidden>
      <div className="printed-brand">
        <BrandMark />
        <span>{name}</span>
      </div>
      <p className="printed-title">Gift vouchers</p>
      <p>
        Point your phone’s camera at this code. Choose an amount and pay by card, and we will email the
        voucher.
      </p>
      <QrCode text={new URL('/#gift-vouchers', location.href).href} />
      <p translate="no">{`${phone.display}, ${email}`}</p>
      <p translate="no">{`${address.street}, ${address.city} ${address.postcode.replace(' ', '\u00a0')}`}</p>
    </div>
  )
}
