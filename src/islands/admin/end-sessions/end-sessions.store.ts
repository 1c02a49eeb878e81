import { signal } from '@preact/signals-react'
import { endSessionsEndpoint } from '#contract/session'
import { ApiError, call } from '../../../lib/api.ts'
import { clearStoredSession } from '../session/stored-session.ts'
import { withRetryAfter } from '../session/retry-after.ts'

export const isEnded = signal(false)
export const isPending = signal(false)
export const errorMessage = signal('')

let token = ''

/** Takes the secret out of the address bar, before anybody sees it there or bookmarks it. */
export function readToken(): void {
  const hash = location.hash.slice(1)
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
  const otherwise = 'Connection error. Please try again.'
  return error instanceof ApiError ? withRetryAfter(error.body?.message ?? otherwise, error) : otherwise
}
