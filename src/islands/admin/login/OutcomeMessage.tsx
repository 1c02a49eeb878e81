import type { RequestOutcome } from './request-link.ts'

/** Empty until there is one, so that it is read out when it comes. */
export function OutcomeMessage({ outcome }: { outcome: RequestOutcome | undefined }) {
  return (
    <p role="alert" className="empty:hidden">
      {outcome && (
        <span className={`message block text-small ${outcome.isSuccess ? 'message-good' : 'message-bad'}`}>
          {outcome.message}
        </span>
      )}
    </p>
  )
}
