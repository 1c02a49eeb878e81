import { signal, type Signal } from '@preact/signals-react'
import { loginEndpoint, LoginSchema } from '#contract/auth/session.ts'
import { passkeyMessage, signInByPasskey } from '#islands/admin/session/passkeys.ts'
import { requestStepUp, startSession } from '#islands/admin/session/session.store.ts'
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
  /** Signs the person of this email address in again by a passkey. */
  sendPasskey(): Promise<void>
}

export const CANNOT_STORE =
  'Your browser does not allow our website to store anything. Please allow this in your browser’s settings, then sign in again.'

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
      const { token, role, owesPasskey } = await call(loginEndpoint, typed)
      if (owesPasskey && !(await requestStepUp(token, true))) return false
      if (startSession({ token, role, email: typed.email })) return true
      errorMessage.value = CANNOT_STORE
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      errorMessage.value = messageOf(error)
    } finally {
      isPending.value = false
    }
    return false
  }
  async function sendPasskey(): Promise<void> {
    errorMessage.value = ''
    try {
      const started = await signInByPasskey({ byAutofill: false })
      if (started.email !== email)
        errorMessage.value = 'This passkey belongs to somebody else. Please use your own.'
      else if (!startSession(started)) errorMessage.value = CANNOT_STORE
    } catch (error) {
      errorMessage.value = passkeyMessage(error)
    }
  }
  return { form, isPending, errorMessage, send, sendPasskey }
}

/** Returns the message. A 5xx without our error body comes from a proxy or CDN: a connection error. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError) || (error.status >= 500 && !error.body)) {
    return 'Connection error. Please try again.'
  }
  return withRetryAfter(error.body?.message ?? 'Invalid email or password', error)
}
