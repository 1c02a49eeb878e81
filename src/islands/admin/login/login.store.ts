import { signal } from '@preact/signals-react'
import { LoginSchema } from '#contract/session'
import { safeParse } from 'valibot'
import { keptSession } from '../session/stored-session.ts'
import { createSignIn } from '../session/sign-in.ts'
import { rememberedEmail, rememberEmail } from './remember-email.ts'
import { type Outcome, requestLink } from './request-link.ts'

export const signIn = createSignIn('')
export const remember = signal(false)

/** What came of signing in, or of the wish for a new password. */
export const outcome = signal<Outcome | undefined>(undefined)
export const requesting = signal(false)

/** Whoever is signed in goes on to the dashboard; whoever is remembered need not type the address. */
export function arrive(): void {
  if (keptSession()) return goOn()
  const email = rememberedEmail()
  if (email === undefined) return
  remember.value = true
  if (signIn.form.values.value.email === '') signIn.form.type('email', email)
}

export async function sendLogin(): Promise<boolean> {
  outcome.value = undefined
  if (!(await signIn.send())) {
    const sentence = signIn.failure.value
    outcome.value = sentence === '' ? undefined : { good: false, sentence }
    return false
  }
  rememberEmail(remember.value ? signIn.form.values.value.email.trim() : undefined)
  goOn()
  return true
}

/** Tells whether the field was good enough to try. */
export async function forgot(): Promise<boolean> {
  const { form } = signIn
  const typed = form.values.value.email
  const email = safeParse(LoginSchema.entries.email, typed)
  if (!email.success) {
    const empty = typed.trim() === '' && 'Please enter your email address first'
    form.showErrors({ email: empty || email.issues[0].message })
    return false
  }
  if (requesting.value) return true
  requesting.value = true
  outcome.value = undefined
  outcome.value = await requestLink(email.output)
  requesting.value = false
  return true
}

/** To the tab that one came for, which stands in the address. */
function goOn(): void {
  location.assign(`/admin/dashboard${location.hash}`)
}
