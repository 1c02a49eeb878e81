import { signal } from '@preact/signals-react'
import { SESSION_IDLE_MINUTES } from '#contract/session-idle'
import { readLastUse } from './stored-session.ts'

/** How long before the end its owner is told. */
const WARNING_MINUTES = 5
const CHECK_INTERVAL_MS = 10_000
const MINUTE_MS = 60_000

/** In how many minutes the session ends, once that is soon; 0 when it has. */
export const minutesLeft = signal<number | undefined>(undefined)

/** Looks at the clock from time to time, and when the owner comes back to the page. */
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
}
