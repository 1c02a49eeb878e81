import type { ReactNode } from 'react'
import { PhoneLink } from './PhoneLink.tsx'

interface Props {
  children: ReactNode
  /** What a call can do: 'buy a gift voucher'. */
  to: string
}

/** What does not work here, and the way that always does. */
export function ByPhone({ children, to }: Props) {
  return (
    <p role="alert" className="message">
      {children} You can {to} by phone: ring <PhoneLink />.
    </p>
  )
}
