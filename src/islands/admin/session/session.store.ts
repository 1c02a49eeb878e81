import { computed, signal } from '@preact/signals-react'
import { logoutEndpoint } from '#contract/auth/session.ts'
import type { Role } from '#contract/base/endpoint.ts'
import {
  clearStoredSession,
  readStoredSession,
  recordUse,
  storeSession,
  TOKEN_KEY,
  type Session,
} from '#islands/admin/session/stored-session.ts'
import { forgetDrafts } from '#islands/admin/shared/kept-drafts.ts'
import { call } from '#lib/api.ts'

export const LOGIN_PAGE = '/admin/login'

/** Tells the other tabs that somebody has shown who they are. */
const PROOFS = 'step-up'

/** The session of this browser. */
export const session = signal<Session | undefined>(undefined)

/** Whether the session is an owner's. The server refuses to staff what the portal does not show them. */
export const isOwner = computed(() => session.value?.role !== 'staff')

/** Whether the session has ended and no new one has begun. The portal then shows nothing that it has loaded. */
export const isSignedOut = signal(false)

/** Whether requests wait for the owner to sign in again. */
export const isSignInNeeded = signal(false)

/** The session whose requests wait for a proof of who uses it, or that owes a passkey; undefined if none does. */
export const proving = signal<{ token: string; owesPasskey: boolean } | undefined>(undefined)

let resolveSignIn: ((signedIn: boolean) => void) | undefined
let pendingSignIn: Promise<boolean> | undefined
let resolveStepUp: ((proved: boolean) => void) | undefined
let pendingStepUp: Promise<boolean> | undefined

/** Adopts the stored session and follows changes by other tabs. Without one, goes to the login page. */
export function watchSession(): () => void {
  session.value = readStoredSession()
  if (!session.value) goToLogin()
  const follow = ({ key }: StorageEvent) => {
    // The key is null if the whole storage was cleared.
    if (key !== TOKEN_KEY && key !== null) return
    const stored = readStoredSession()
    if (stored) adopt(stored)
    else goToLogin()
  }
  // The back/forward cache may restore the page after a logout.
  const look = ({ persisted }: PageTransitionEvent) => persisted && !readStoredSession() && goToLogin()
  // What was shown in one tab counts in all.
  const proofs = new BroadcastChannel(PROOFS)
  proofs.addEventListener('message', () => endStepUp(true))
  addEventListener('storage', follow)
  addEventListener('pageshow', look)
  return () => {
    proofs.close()
    removeEventListener('storage', follow)
    removeEventListener('pageshow', look)
  }
}

/** Returns false if the browser cannot store the session, because the next page would not find it. */
export function startSession(started: Session): boolean {
  adopt(started)
  return storeSession(started)
}

/** Always signs out locally: without the token the cookie is useless, and the server's session expires anyway. */
export async function logOut(): Promise<void> {
  const headers = { authorization: `Bearer ${session.value?.token}` }
  await call(logoutEndpoint, {}, { headers }).catch(() => undefined)
  discardSession()
}

/** Discards the stored session and goes to the login page. */
export function discardSession(): void {
  clearStoredSession()
  goToLogin()
}

/** Opens the sign-in dialog. Resolves to whether the owner signed in. Concurrent requests share one dialog. */
export function requestSignIn(): Promise<boolean> {
  pendingSignIn ??= new Promise((resolve) => (resolveSignIn = resolve))
  isSignedOut.value = true
  isSignInNeeded.value = true
  return pendingSignIn
}

export function cancelSignIn(): void {
  finishSignIn(false)
}

/** Asks once more who it is. Resolves to whether that was shown. Concurrent requests share one dialog. */
export function requestStepUp(token: string, owesPasskey = false): Promise<boolean> {
  pendingStepUp ??= new Promise((resolve) => (resolveStepUp = resolve))
  proving.value = { token, owesPasskey }
  return pendingStepUp
}

export function finishStepUp(proved: boolean): void {
  if (proved) {
    const proofs = new BroadcastChannel(PROOFS)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    proofs.postMessage('proved')
    proofs.close()
  }
  endStepUp(proved)
}

function endStepUp(proved: boolean): void {
  proving.value = undefined
  resolveStepUp?.(proved)
  resolveStepUp = pendingStepUp = undefined
}

/** Takes over what the server says of the session, which another person may have changed. */
export function updateRole(role: Role): void {
  if (session.value && session.value.role !== role) startSession({ ...session.value, role })
}

function adopt(stored: Session): void {
  session.value = stored
  isSignedOut.value = false
  finishSignIn(true)
}

function finishSignIn(signedIn: boolean): void {
  isSignInNeeded.value = false
  resolveSignIn?.(signedIn)
  resolveSignIn = pendingSignIn = undefined
}

/** Notes that a request with the session succeeded. */
export function confirmSession(): void {
  recordUse()
  isSignedOut.value = false
}

/** Keeps the hash, so that signing in returns to the same tab. Until the browser leaves, the portal is empty. */
function goToLogin(): void {
  forgetDrafts()
  isSignedOut.value = true
  session.value = undefined
  location.replace(LOGIN_PAGE + location.hash)
}
