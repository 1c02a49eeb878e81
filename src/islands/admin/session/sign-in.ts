import { type Signal, signal } from '@preact/signals-react'
import { loginEndpoint, LoginSchema } from '#contract/session'
import { ApiError, call, fieldErrorsOf } from '../../../lib/api.ts'
import { createForm, type Form } from '../../../lib/form.ts'
import { beginSession } from './session.store.ts'
import { withWait } from './retry-after.ts'

export interface SignIn {
  form: Form<'email' | 'password', { email: string; password: string }>
  busy: Signal<boolean>
  /** Why it did not go; '' when nothing is wrong. */
  failure: Signal<string>
  /** Tells whether somebody is signed in now. */
  send(): Promise<boolean>
}

/** What the login page and the dialog over the dashboard have in common. */
export function createSignIn(email: string): SignIn {
  const form = createForm(LoginSchema, { email, password: '' })
  const busy = signal(false)
  const failure = signal('')

  async function send(): Promise<boolean> {
    const typed = busy.value ? undefined : form.check()
    if (!typed) return false
    busy.value = true
    failure.value = ''
    try {
      const { token } = await call(loginEndpoint, typed)
      if (beginSession({ token, email: typed.email })) return true
      failure.value = 'This browser keeps nothing for this site. Please allow it to, and sign in again.'
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      failure.value = sentenceOf(error)
    } finally {
      busy.value = false
    }
    return false
  }
  return { form, busy, failure, send }
}

/** An answer that is none of ours comes from what stands before the server, not from it. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError) || (error.status >= 500 && !error.body)) {
    return 'Connection error. Please try again.'
  }
  return withWait(error.body?.message ?? 'Invalid email or password', error)
}
