import { signal } from '@preact/signals-react'
import { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import { safeParse } from 'valibot'
import { LoginSchema } from '#contract/auth/session.ts'
import { requestResetLink, type RequestOutcome } from '#islands/admin/login/OutcomeMessage.tsx'
import { CANNOT_STORE, createSignIn } from '#islands/admin/session/create-sign-in.ts'
import { passkeyMessage, signInByPasskey } from '#islands/admin/session/passkeys.ts'
import { startSession } from '#islands/admin/session/session.store.ts'
import { readStoredSession } from '#islands/admin/session/stored-session.ts'
import { ApiError } from '#lib/api.ts'

export const signIn = createSignIn('')
export const remember = signal(false)

/** The result of the sign-in or of the password reset request. */
export const outcome = signal<RequestOutcome | undefined>(undefined)
export const isRequestingReset = signal(false)

/** Opens the portal if there is a session; otherwise fills in the remembered email address. */
export function initLogin(): void {
  if (readStoredSession()) return openPortal()
  void offerPasskeys()
  const email = readRememberedEmail()
  if (email === undefined) return
  remember.value = true
  if (signIn.form.values.value.email === '') signIn.form.setValue('email', email)
}

export async function sendLogin(): Promise<boolean> {
  outcome.value = undefined
  if (!(await signIn.send())) {
    const message = signIn.errorMessage.value
    outcome.value = message === '' ? undefined : { isSuccess: false, message }
    return false
  }
  rememberEmail(remember.value ? signIn.form.values.value.email.trim() : undefined)
  openPortal()
  return true
}

/** Whether this browser can use passkeys. */
export const canUsePasskey = signal(false)

/** Offers a passkey among what the browser suggests for the email field, where it can. */
export async function offerPasskeys(): Promise<void> {
  canUsePasskey.value = browserSupportsWebAuthn()
  if (canUsePasskey.value && (await browserSupportsWebAuthnAutofill())) await signInByKey(true)
}

/** Signs in by a passkey. A dialog of the browser that was closed needs no words. */
export async function signInByKey(byAutofill = false): Promise<void> {
  outcome.value = undefined
  try {
    if (startSession(await signInByPasskey({ byAutofill }))) openPortal()
    else outcome.value = { isSuccess: false, message: CANNOT_STORE }
  } catch (error) {
    // Nobody has asked for it yet.
    if (byAutofill && !(error instanceof ApiError)) return
    const message = passkeyMessage(error)
    outcome.value = message === '' ? undefined : { isSuccess: false, message }
  }
}

/** Requests a reset link. Returns whether the email address is valid. */
export async function requestPasswordReset(): Promise<boolean> {
  const { form } = signIn
  const typed = form.values.value.email
  const email = safeParse(LoginSchema.entries.email, typed)
  if (!email.success) {
    const empty = typed.trim() === '' && 'Please enter your email address first'
    form.showErrors({ email: empty || email.issues[0].message })
    return false
  }
  if (isRequestingReset.value) return true
  isRequestingReset.value = true
  outcome.value = undefined
  outcome.value = await requestResetLink(email.output)
  isRequestingReset.value = false
  return true
}

/** Keeps the hash, which names the requested tab. */
function openPortal(): void {
  location.assign(`/admin/dashboard${location.hash}`)
}

const KEY = 'adminRemembered'
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

function readRememberedEmail(): string | undefined {
  try {
    const { email, until } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as {
      email?: string
      until?: number
    }
    return until !== undefined && until > Date.now() ? email : undefined
  } catch {
    return undefined
  }
}

/** Stores the address for a year; `undefined` removes it. */
function rememberEmail(email: string | undefined): void {
  try {
    if (email === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify({ email, until: Date.now() + YEAR_MS }))
  } catch {
    // Not stored: the owner types it again.
  }
}
