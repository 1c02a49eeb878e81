import type { ReactNode } from 'react'

export function EmailLink({ email }: { email: string }) {
  // Encode '?', which would start mailto parameters.
  return <ContactLink href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</ContactLink>
}

export function PhoneLink({ phone }: { phone: string }) {
  return <ContactLink href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</ContactLink>
}

/** A contact link with a 44 px touch target. */
function ContactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <span className="block">
      <a className="text-button inline-block" href={href}>
        {children}
      </a>
    </span>
  )
}
