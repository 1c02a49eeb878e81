import { signal } from '@preact/signals-react'
import { SESSION_IDLE_MINUTES } from '#contract/session-idle'
import { lastUse } from './stored-session.ts'

/** How long before the end its owner is told. */
const WARNING_MINUTES = 5
const LOOK_EVERY = 10_000
const MINUTE = 60_000

/** In how many minutes the session ends, once that is soon; 0 when it has. */
export const minutesLeft = signal<number | undefined>(undefined)

/** Looks at the clock from time to time, and when the owner comes back to the page. */
export function watchIdleness(): () => void {
  const timer = setInterval(lookAtTheClock, LOOK_EVERY)
  document.addEventListener('visibilitychange', lookAtTheClock)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', lookAtTheClock)
  }
}

export function lookAtTheClock(): void {
  const used = lastUse()
  if (used === undefined) return
  const left = Math.ceil((used - Date.now()) / MINUTE + SESSION_IDLE_MINUTES)
  minutesLeft.value = left > WARNING_MINUTES ? undefined : Math.max(0, left)
}
