import { signal, type Signal } from '@preact/signals-react'
import { loginEndpoint, LoginSchema } from '#contract/auth/session.ts'
import { startSession } from '#islands/admin/session/session.store.ts'
import { withRetryAfter } from '#islands/admin/shared/error-message.ts'
import { ApiError, call, fieldErrorsOf } from '#lib/api.ts'
import { createForm, type Form } from '#lib/form.ts'

export interface SignIn {
  form: Form<'email' | 'password', { email: string; password: string }>
  isPending: Signal<boolean>
  /** '' if there is no error. */
  errorMessage: Signal<string>
  /** Returns whether it signed in. */
  send(): Promise<boolean>
}

/** Creates the sign-in form of the login page and of the portal's sign-in dialog. */
export function createSignIn(email: string): SignIn {
  const form = createForm(LoginSchema, { email, password: '' })
  const isPending = signal(false)
  const errorMessage = signal('')

  async function send(): Promise<boolean> {
    const typed = isPending.value ? undefined : form.validate()
    if (!typed) return false
    isPending.value = true
    errorMessage.value = ''
    try {
      const { token, role } = await call(loginEndpoint, typed)
      if (startSession({ token, role, email: typed.email })) return true
      errorMessage.value =
        'Your browser does not allow our website to store anything. Please allow this in your browser’s settings, then sign in again.'
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      errorMessage.value = messageOf(error)
    } finally {
      isPending.value = false
    }
    return false
  }
  return { form, isPending, errorMessage, send }
}

/** Returns the message. A 5xx without our error body comes from a proxy or CDN: a connection error. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError) || (error.status >= 500 && !error.body)) {
    return 'Connection error. Please try again.'
  }
  return withRetryAfter(error.body?.message ?? 'Invalid email or password', error)
}
