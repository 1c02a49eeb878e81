import type { Outcome } from './request-link.ts'

/** Empty until there is one, so that it is read out when it comes. */
export function OutcomeMessage({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <p role="alert" className="empty:hidden">
      {outcome && (
        <span className={`message block text-small ${outcome.good ? 'message-good' : 'message-bad'}`}>
          {outcome.sentence}
        </span>
      )}
    </p>
  )
}
