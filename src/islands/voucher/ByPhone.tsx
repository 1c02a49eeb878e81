import type { ReactNode } from 'react'
import { PhoneLink } from '../../checkout/PhoneLink.tsx'

/** What does not work here, and the way that always does. */
export function ByPhone({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="message">
      {children} You can buy a gift voucher by phone: ring <PhoneLink />.
    </p>
  )
}
