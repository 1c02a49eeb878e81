import type { ReactNode } from 'react'

// Encode '?', which would start mailto parameters.
export const emailHref = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** The first number in a note, with what stands between its groups. A British one has 11 digits at most. */
const FIRST_NUMBER =
  /\+44[ )]*(?:\(0\))?(?:[ ()./-]*\d){9,10}|\+(?:[ ()./-]*\d){7,15}|0(?:[ ()./-]*\d){6,10}|\d(?:[ ()./-]*\d){6,14}/

export const phoneHref = (phone: string) =>
  `tel:${(FIRST_NUMBER.exec(phone)?.[0] ?? phone).replace(/^(\+44[ )]*)\(0\)/, '$1').replace(/[^+\d]/g, '')}`

export function EmailLink({ email }: { email: string }) {
  return <ContactLink href={emailHref(email)}>{email}</ContactLink>
}

export function PhoneLink({ phone }: { phone: string }) {
  return <ContactLink href={phoneHref(phone)}>{phone}</ContactLink>
}

/** A contact link with a 44 px touch target. */
function ContactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <span className="block">
      <a className="text-button inline-block" href={href} translate="no">
        {children}
      </a>
    </span>
  )
}
