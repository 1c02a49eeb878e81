import { PhoneLink } from './PhoneLink.tsx'

/** Why the buyer is back at the form. Where they are asked to call, the number follows. */
export function Notice({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p role="status" className={`message ${className}`}>
      {text} {text.endsWith('call us.') && <PhoneLink />}
    </p>
  )
}
