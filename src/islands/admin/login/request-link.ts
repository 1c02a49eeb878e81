import { forgotPasswordEndpoint } from '#contract/session'
import { ApiError, call } from '../../../lib/api.ts'
import { withWait } from '../session/retry-after.ts'

export interface Outcome {
  good: boolean
  sentence: string
}

/** Has a link for a new password sent, and tells in words what came of it. */
export async function requestLink(email: string): Promise<Outcome> {
  try {
    await call(forgotPasswordEndpoint, { email })
    return { good: true, sentence: 'Password reset instructions have been sent to your email.' }
  } catch (error) {
    const failed = 'Failed to send reset email. Please try again.'
    return { good: false, sentence: error instanceof ApiError ? withWait(failed, error) : failed }
  }
}
