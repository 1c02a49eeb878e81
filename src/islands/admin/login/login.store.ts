import { signal } from '@preact/signals-react'
import { LoginSchema } from '#contract/session'
import { safeParse } from 'valibot'
import { readStoredSession } from '../session/stored-session.ts'
import { createSignIn } from '../session/sign-in.ts'
import { readRememberedEmail, rememberEmail } from './remember-email.ts'
import { type RequestOutcome, requestResetLink } from './request-link.ts'

export const signIn = createSignIn('')
export const remember = signal(false)

/** What came of signing in, or of the wish for a new password. */
export const outcome = signal<RequestOutcome | undefined>(undefined)
export const isRequestingReset = signal(false)

/** Whoever is signed in goes on to the dashboard; whoever is remembered need not type the address. */
export function initLogin(): void {
  if (readStoredSession()) return openDashboard()
  const email = readRememberedEmail()
  if (email === undefined) return
  remember.value = true
  if (signIn.form.values.value.email === '') signIn.form.setValue('email', email)
}

export async function sendLogin(): Promise<boolean> {
  outcome.value = undefined
  if (!(await signIn.send())) {
    const sentence = signIn.errorMessage.value
    outcome.value = sentence === '' ? undefined : { isSuccess: false, message: sentence }
    return false
  }
  rememberEmail(remember.value ? signIn.form.values.value.email.trim() : undefined)
  openDashboard()
  return true
}

/** Tells whether the field was good enough to try. */
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

/** To the tab that one came for, which stands in the address. */
function openDashboard(): void {
  location.assign(`/admin/dashboard${location.hash}`)
}
