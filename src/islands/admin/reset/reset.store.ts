import { signal } from '@preact/signals-react'
import { object } from 'valibot'
import { NewPasswordSchema, resetPasswordEndpoint } from '#contract/auth/session.ts'
import { clearStoredSession, readStoredSession } from '#islands/admin/session/stored-session.ts'
import { withRetryAfter } from '#islands/admin/shared/error-message.ts'
import { ApiError, call, fieldErrorsOf, isUndecided } from '#lib/api.ts'
import { createForm } from '#lib/form.ts'

/** 'lapsed': the link is missing, used or expired. */
export type ResetStep = 'opening' | 'choose' | 'lapsed' | 'changed'

export const step = signal<ResetStep>('opening')
export const form = createForm(object({ password: NewPasswordSchema }), { password: '' })
export const isPending = signal(false)
/** An error that concerns no field. */
export const errorMessage = signal('')

/** Whether the link is that of an invitation. */
export const isInvited = signal(false)
/** Whose session this browser has: choosing a password by the link ends it. */
export const signedInAs = signal<string | undefined>(undefined)

let token = ''

/** Reads the link's token from the hash and removes it, so that it is not seen or bookmarked. */
export function readToken(): void {
  const hash = location.hash.slice(1)
  if (hash !== '') {
    token = hash
    isInvited.value = location.search === '?invitation'
    history.replaceState(history.state, '', location.pathname)
  }
  signedInAs.value = readStoredSession()?.email
  step.value = token === '' ? 'lapsed' : 'choose'
}

/** Returns false if a field is invalid. */
export async function changePassword(): Promise<boolean> {
  const typed = isPending.value ? undefined : form.validate()
  if (!typed) return false
  isPending.value = true
  errorMessage.value = ''
  try {
    await call(resetPasswordEndpoint, { token, ...typed })
    // Changing the password ended all sessions of the account.
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
  if (isUndecided(error))
    return 'We cannot tell whether this went through. Please try to sign in with this password. If that does not work, please try again here.'
  const fallback = 'Connection error. Please try again.'
  return error instanceof ApiError ? withRetryAfter(error.body?.message ?? fallback, error) : fallback
}
