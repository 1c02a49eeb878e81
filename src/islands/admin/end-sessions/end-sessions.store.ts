import { signal } from '@preact/signals-react'
import { endSessionsEndpoint } from '#contract/session'
import { ApiError, call } from '../../../lib/api.ts'
import { forgetSession } from '../session/stored-session.ts'
import { withWait } from '../session/retry-after.ts'

export const ended = signal(false)
export const busy = signal(false)
export const failure = signal('')

let token = ''

/** Takes the secret out of the address bar, before anybody sees it there or bookmarks it. */
export function takeToken(): void {
  const found = location.hash.slice(1)
  if (found === '') return
  token = found
  ended.value = false
  failure.value = ''
  history.replaceState(history.state, '', location.pathname)
}

export async function endAllSessions(): Promise<void> {
  if (busy.value) return
  busy.value = true
  failure.value = ''
  try {
    await call(endSessionsEndpoint, { token })
    forgetSession()
    ended.value = true
  } catch (error) {
    failure.value = messageOf(error)
  } finally {
    busy.value = false
  }
}

function messageOf(error: unknown): string {
  const otherwise = 'Connection error. Please try again.'
  return error instanceof ApiError ? withWait(error.body?.message ?? otherwise, error) : otherwise
}
