import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'

/** Says why the buyer was returned to the form. Adds the phone number to a text that asks them to call. */
export function Notice({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p role="status" className={`message ${className}`}>
      <span>{text}</span> {/\b(?:call|ring) us\b/.test(text) && <ClinicPhoneLink />}
    </p>
  )
}
