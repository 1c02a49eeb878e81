import { signal } from '@preact/signals-react'
import { endSessionsEndpoint } from '#contract/auth/session.ts'
import { clearStoredSession } from '#islands/admin/session/stored-session.ts'
import { withRetryAfter } from '#islands/admin/shared/error-message.ts'
import { ApiError, call } from '#lib/api.ts'

/** Whether a link was opened that has a token. */
export const isLinked = signal(true)
export const isEnded = signal(false)
export const isPending = signal(false)
export const errorMessage = signal('')

let token = ''

/** Reads the token from the hash and removes it, so that it is not seen or bookmarked. */
export function readToken(): void {
  const hash = location.hash.slice(1)
  isLinked.value = hash !== '' || token !== ''
  if (hash === '') return
  token = hash
  isEnded.value = false
  errorMessage.value = ''
  history.replaceState(history.state, '', location.pathname)
}

export async function endAllSessions(): Promise<void> {
  if (isPending.value) return
  isPending.value = true
  errorMessage.value = ''
  try {
    await call(endSessionsEndpoint, { token })
    clearStoredSession()
    isEnded.value = true
  } catch (error) {
    errorMessage.value = messageOf(error)
  } finally {
    isPending.value = false
  }
}

function messageOf(error: unknown): string {
  const fallback = 'Connection error. Please try again.'
  return error instanceof ApiError ? withRetryAfter(error.body?.message ?? fallback, error) : fallback
}
