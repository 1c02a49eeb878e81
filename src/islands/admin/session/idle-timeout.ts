import { signal } from '@preact/signals-react'
import { SESSION_IDLE_MINUTES } from '#contract/auth/sign-in-limits.ts'
import { isSignedOut } from '#islands/admin/session/session.store.ts'
import { readLastUse } from '#islands/admin/session/stored-session.ts'

const WARNING_MINUTES = 5
const CHECK_INTERVAL_MS = 10_000
const MINUTE_MS = 60_000

/** Minutes until the idle sign-out; 0 after it; undefined outside the warning window. */
export const minutesLeft = signal<number | undefined>(undefined)

/** Checks for inactivity periodically and when the page becomes visible. Returns a cleanup function. */
export function watchIdle(): () => void {
  const timer = setInterval(checkIdle, CHECK_INTERVAL_MS)
  document.addEventListener('visibilitychange', checkIdle)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', checkIdle)
  }
}

export function checkIdle(): void {
  const lastUse = readLastUse()
  if (lastUse === undefined) return
  const left = Math.ceil((lastUse - Date.now()) / MINUTE_MS + SESSION_IDLE_MINUTES)
  minutesLeft.value = left > WARNING_MINUTES ? undefined : Math.max(0, left)
  if (left <= 0) isSignedOut.value = true
}
