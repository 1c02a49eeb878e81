import type { ComponentProps } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'
import { BrandMark } from '#islands/checkout/BrandMark.tsx'
import { PurchaseSummary } from '#islands/checkout/PurchaseSummary.tsx'

interface Props extends ComponentProps<typeof PurchaseSummary> {
  /** Whether this is the sheet that prints, if the page has two. */
  isChosen?: boolean
}

/** A receipt, for print only: screens and screen readers have the same facts in the page. */
export function PrintedReceipt({ facts, reference, isChosen = true }: Props) {
  const { address, email, name, phone } = clinic
  return (
    <div className="printed" data-print={isChosen ? 'receipt' : undefined} aria-hidden>
      <div className="printed-brand">
        <BrandMark />
        <span>{name}</span>
      </div>
      <p className="printed-title">Receipt</p>
      <PurchaseSummary facts={facts} reference={reference} />
      <div className="printed-clinic">
        <p className="printed-label" translate="no">
          {`${name}, ${address.street}, ${address.city} ${address.postcode.replace(' ', '\u00a0')}`}
        </p>
        <p translate="no">{`${phone.display}, ${email}`}</p>
        <img className="printed-tide" src="/drawings/fortnight.svg" alt="" />
      </div>
    </div>
  )
}
