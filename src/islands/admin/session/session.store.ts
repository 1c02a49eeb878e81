import { signal } from '@preact/signals-react'
import { logoutEndpoint } from '#contract/session'
import { call } from '../../../lib/api.ts'
import {
  clearStoredSession,
  readStoredSession,
  storeSession,
  type Session,
  TOKEN_KEY,
} from './stored-session.ts'

export const LOGIN_PAGE = '/admin/login'

/** Who is signed in, in this browser. */
export const session = signal<Session | undefined>(undefined)

/** Whether calls wait for their caller to sign in again. */
export const isSignInNeeded = signal(false)

let resolveSignIn: ((signedIn: boolean) => void) | undefined
let pendingSignIn: Promise<boolean> | undefined

/** Takes up the kept session and follows what other tabs do with it. Without one, the way is to the login page. */
export function watchSession(): () => void {
  session.value = readStoredSession()
  if (!session.value) goToLogin()
  const follow = ({ key }: StorageEvent) => {
    // The browser names no key when everything was cleared.
    if (key !== TOKEN_KEY && key !== null) return
    const kept = readStoredSession()
    if (kept) adopt(kept)
    else goToLogin()
  }
  // A page that Back brings out of the browser's memory, after somebody has logged out.
  const look = ({ persisted }: PageTransitionEvent) => persisted && !readStoredSession() && goToLogin()
  addEventListener('storage', follow)
  addEventListener('pageshow', look)
  return () => {
    removeEventListener('storage', follow)
    removeEventListener('pageshow', look)
  }
}

/** False: this browser keeps nothing, so that the next page would know of no session. */
export function startSession(started: Session): boolean {
  adopt(started)
  return storeSession(started)
}

/** Here in any case: half a session opens nothing, and the other half lapses by itself. */
export async function logOut(): Promise<void> {
  const headers = { authorization: `Bearer ${session.value?.token}` }
  await call(logoutEndpoint, {}, { headers }).catch(() => undefined)
  discardSession()
}

/** To the login page, as nobody. */
export function discardSession(): void {
  clearStoredSession()
  goToLogin()
}

/** Resolves once somebody has: true, or would rather not: false. All who ask meanwhile wait for the same answer. */
export function requestSignIn(): Promise<boolean> {
  pendingSignIn ??= new Promise((resolve) => (resolveSignIn = resolve))
  isSignInNeeded.value = true
  return pendingSignIn
}

export function cancelSignIn(): void {
  finishSignIn(false)
}

function adopt(kept: Session): void {
  session.value = kept
  finishSignIn(true)
}

function finishSignIn(signedIn: boolean): void {
  isSignInNeeded.value = false
  resolveSignIn?.(signedIn)
  resolveSignIn = pendingSignIn = undefined
}

/** The tab is kept in the address, so that one comes back to it. */
function goToLogin(): void {
  location.replace(LOGIN_PAGE + location.hash)
}
