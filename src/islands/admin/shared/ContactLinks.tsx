import type { ReactNode } from 'react'

// Encode '?', which would start mailto parameters.
export const emailHref = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

export const phoneHref = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

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
