import type { ReactNode } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'

interface Props {
  children: ReactNode
  /** Completes "You can … by phone": 'buy a gift voucher', after another way 'also order'. */
  to: string
}

/** An error message that offers the phone instead. */
export function ByPhone({ children, to }: Props) {
  return (
    <p role="alert" className="message">
      <span>{children}</span>
      <span>{` You can ${to} by phone on `}</span>
      <ClinicPhoneLink />.
    </p>
  )
}

export function ClinicPhoneLink() {
  return (
    <a className="tabular-nums" href={`tel:${clinic.phone.tel}`} translate="no">
      {clinic.phone.display}
    </a>
  )
}
