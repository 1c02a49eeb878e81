import { forgotPasswordEndpoint } from '#contract/auth/session.ts'
import { withRetryAfter } from '#islands/admin/shared/error-message.ts'
import { ApiError, call } from '#lib/api.ts'

/** Always rendered, so that screen readers announce the message when it appears. */
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

export interface RequestOutcome {
  isSuccess: boolean
  message: string
}

/** Requests a reset link by email. */
export async function requestResetLink(email: string): Promise<RequestOutcome> {
  try {
    await call(forgotPasswordEndpoint, { email })
    return { isSuccess: true, message: 'Password reset instructions have been sent to your email.' }
  } catch (error) {
    const failed = 'Failed to send reset email. Please try again.'
    return { isSuccess: false, message: error instanceof ApiError ? withRetryAfter(failed, error) : failed }
  }
}
