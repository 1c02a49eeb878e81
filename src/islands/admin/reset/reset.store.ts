import { signal } from '@preact/signals-react'
import { NewPasswordSchema, resetPasswordEndpoint } from '#contract/session'
import { object } from 'valibot'
import { ApiError, call, fieldErrorsOf } from '../../../lib/api.ts'
import { createForm } from '../../../lib/form.ts'
import { clearStoredSession } from '../session/stored-session.ts'
import { withRetryAfter } from '../session/retry-after.ts'

/** A link to be used, one that opens nothing (any more), or a password that is changed. */
export type ResetStep = 'opening' | 'choose' | 'lapsed' | 'changed'

export const step = signal<ResetStep>('opening')
export const form = createForm(object({ password: NewPasswordSchema }), { password: '' })
export const isPending = signal(false)
/** Why it did not go, where that is no field's fault. */
export const errorMessage = signal('')

let token = ''

/** Takes the link's secret out of the address bar, before anybody looks at it or keeps it as a bookmark. */
export function readToken(): void {
  const hash = location.hash.slice(1)
  if (hash !== '') {
    token = hash
    history.replaceState(history.state, '', location.pathname)
  }
  step.value = token === '' ? 'lapsed' : 'choose'
}

/** Tells whether there is nothing left to correct. */
export async function changePassword(): Promise<boolean> {
  const typed = isPending.value ? undefined : form.validate()
  if (!typed) return false
  isPending.value = true
  errorMessage.value = ''
  try {
    await call(resetPasswordEndpoint, { token, ...typed })
    // All sessions of the account have ended with its former password.
    clearStoredSession()
    step.value = 'changed'
    return true
  } catch (error) {
    if (error instanceof ApiError && error.body?.code === 'not_found') {
      step.value = 'lapsed'
      return true
    }
    const fields = fieldErrorsOf(error)
    form.showErrors(fields)
    if (!fields['password']) errorMessage.value = messageOf(error)
    return false
  } finally {
    isPending.value = false
  }
}

function messageOf(error: unknown): string {
  const otherwise = 'Connection error. Please try again.'
  return error instanceof ApiError ? withRetryAfter(error.body?.message ?? otherwise, error) : otherwise
}
