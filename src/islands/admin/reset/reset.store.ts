import { signal } from '@preact/signals-react'
import { NewPasswordSchema, resetPasswordEndpoint } from '#contract/session'
import { object } from 'valibot'
import { ApiError, call, fieldErrorsOf } from '../../../lib/api.ts'
import { createForm } from '../../../lib/form.ts'
import { forgetSession } from '../session/stored-session.ts'
import { withWait } from '../session/retry-after.ts'

/** A link to be used, one that opens nothing (any more), or a password that is changed. */
export type Stage = 'opening' | 'choose' | 'lapsed' | 'changed'

export const stage = signal<Stage>('opening')
export const form = createForm(object({ password: NewPasswordSchema }), { password: '' })
export const busy = signal(false)
/** Why it did not go, where that is no field's fault. */
export const failure = signal('')

let token = ''

/** Takes the link's secret out of the address bar, before anybody looks at it or keeps it as a bookmark. */
export function takeToken(): void {
  const found = location.hash.slice(1)
  if (found !== '') {
    token = found
    history.replaceState(history.state, '', location.pathname)
  }
  stage.value = token === '' ? 'lapsed' : 'choose'
}

/** Tells whether there is nothing left to correct. */
export async function changePassword(): Promise<boolean> {
  const typed = busy.value ? undefined : form.check()
  if (!typed) return false
  busy.value = true
  failure.value = ''
  try {
    await call(resetPasswordEndpoint, { token, ...typed })
    // All sessions of the account have ended with its former password.
    forgetSession()
    stage.value = 'changed'
    return true
  } catch (error) {
    if (error instanceof ApiError && error.body?.code === 'not_found') {
      stage.value = 'lapsed'
      return true
    }
    const fields = fieldErrorsOf(error)
    form.showErrors(fields)
    if (!fields['password']) failure.value = sentenceOf(error)
    return false
  } finally {
    busy.value = false
  }
}

function sentenceOf(error: unknown): string {
  const otherwise = 'Connection error. Please try again.'
  return error instanceof ApiError ? withWait(error.body?.message ?? otherwise, error) : otherwise
}
