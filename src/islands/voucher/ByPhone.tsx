import { clinic } from '#content/clinic'
import type { ReactNode } from 'react'

/** What does not work here, and the way that always does. */
export function ByPhone({ children }: { children: ReactNode }) {
  const { phone } = clinic
  return (
    <p role="alert" className="message">
      {children} You can buy a gift voucher by phone: ring{' '}
      <a className="tabular-nums" href={`tel:${phone.tel}`}>
        {phone.display}
      </a>
      .
    </p>
  )
}
