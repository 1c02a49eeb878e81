import type { ReactNode } from 'react'

export function MailLink({ email }: { email: string }) {
  // An address may hold what would begin a subject.
  return <Way href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</Way>
}

export function PhoneLink({ phone }: { phone: string }) {
  return <Way href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</Way>
}

/** A way to reach somebody, with room for a finger around it. */
function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <span className="block">
      <a className="text-button inline-block" href={href}>
        {children}
      </a>
    </span>
  )
}
