import { signal } from '@preact/signals-react'
import { logoutEndpoint } from '#contract/session'
import { call } from '../../../lib/api.ts'
import { forgetSession, keptSession, keepSession, type Session, TOKEN } from './stored-session.ts'

export const LOGIN_PAGE = '/admin/login'

/** Who is signed in, in this browser. */
export const session = signal<Session | undefined>(undefined)

/** Whether calls wait for their caller to sign in again. */
export const signInWanted = signal(false)

let answer: ((signedIn: boolean) => void) | undefined
let asking: Promise<boolean> | undefined

/** Takes up the kept session and follows what other tabs do with it. Without one, the way is to the login page. */
export function followSession(): () => void {
  session.value = keptSession()
  if (!session.value) goToLogin()
  const follow = ({ key }: StorageEvent) => {
    // The browser names no key when everything was cleared.
    if (key !== TOKEN && key !== null) return
    const kept = keptSession()
    if (kept) takeUp(kept)
    else goToLogin()
  }
  // A page that Back brings out of the browser's memory, after somebody has logged out.
  const look = ({ persisted }: PageTransitionEvent) => persisted && !keptSession() && goToLogin()
  addEventListener('storage', follow)
  addEventListener('pageshow', look)
  return () => {
    removeEventListener('storage', follow)
    removeEventListener('pageshow', look)
  }
}

/** False: this browser keeps nothing, so that the next page would know of no session. */
export function beginSession(begun: Session): boolean {
  takeUp(begun)
  return keepSession(begun)
}

/** Here in any case: half a session opens nothing, and the other half lapses by itself. */
export async function logOut(): Promise<void> {
  const headers = { authorization: `Bearer ${session.value?.token}` }
  await call(logoutEndpoint, {}, { headers }).catch(() => undefined)
  leave()
}

/** To the login page, as nobody. */
export function leave(): void {
  forgetSession()
  goToLogin()
}

/** Resolves once somebody has: true, or would rather not: false. All who ask meanwhile wait for the same answer. */
export function askToSignInAgain(): Promise<boolean> {
  asking ??= new Promise((resolve) => (answer = resolve))
  signInWanted.value = true
  return asking
}

export function declineToSignIn(): void {
  settle(false)
}

function takeUp(kept: Session): void {
  session.value = kept
  settle(true)
}

function settle(signedIn: boolean): void {
  signInWanted.value = false
  answer?.(signedIn)
  answer = asking = undefined
}

/** The tab is kept in the address, so that one comes back to it. */
function goToLogin(): void {
  location.replace(LOGIN_PAGE + location.hash)
}
