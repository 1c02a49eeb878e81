import type { ReactNode } from 'react'

export function EmailLink({ email }: { email: string }) {
  // An address may hold what would begin a subject.
  return <ContactLink href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</ContactLink>
}

export function PhoneLink({ phone }: { phone: string }) {
  return <ContactLink href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</ContactLink>
}

/** A way to reach somebody, with room for a finger around it. */
function ContactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <span className="block">
      <a className="text-button inline-block" href={href}>
        {children}
      </a>
    </span>
  )
}
