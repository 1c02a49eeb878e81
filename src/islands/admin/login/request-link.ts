import { forgotPasswordEndpoint } from '#contract/session'
import { ApiError, call } from '../../../lib/api.ts'
import { withRetryAfter } from '../session/retry-after.ts'

export interface RequestOutcome {
  isSuccess: boolean
  message: string
}

/** Has a link for a new password sent, and tells in words what came of it. */
export async function requestResetLink(email: string): Promise<RequestOutcome> {
  try {
    await call(forgotPasswordEndpoint, { email })
    return { isSuccess: true, message: 'Password reset instructions have been sent to your email.' }
  } catch (error) {
    const failed = 'Failed to send reset email. Please try again.'
    return { isSuccess: false, message: error instanceof ApiError ? withRetryAfter(failed, error) : failed }
  }
}
