import { signal } from '@preact/signals-react'
import { recoverEndpoint } from '#contract/auth/second-factor.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { withRetryAfter } from '#islands/admin/shared/error-message.ts'
import { ApiError, call, fieldErrorsOf } from '#lib/api.ts'
import { createForm } from '#lib/form.ts'

export const recoveryForm = createForm(recoverEndpoint.body, { recoveryCode: '', email: '' })
export const isRecovering = signal(false)
export const recovery = signal<Reply<typeof recoverEndpoint> | undefined>(undefined)
/** An error that concerns no field. */
export const failure = signal('')

/** Sends the recovery code. Returns false if something must be corrected. */
export async function recover(): Promise<boolean> {
  const typed = isRecovering.value ? undefined : recoveryForm.validate()
  if (!typed) return false
  isRecovering.value = true
  failure.value = ''
  recovery.value = undefined
  try {
    recovery.value = await call(recoverEndpoint, typed)
    return true
  } catch (error) {
    const fields = fieldErrorsOf(error)
    recoveryForm.showErrors(fields)
    if (Object.keys(fields).length === 0) failure.value = messageOf(error)
    return false
  } finally {
    isRecovering.value = false
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.body?.code === 'unavailable')
    return 'There is no recovery code yet. Please set RECOVERY_CODE at Netlify with at least 15 characters, and press “Trigger deploy” there.'
  const fallback = 'Connection error. Please try again.'
  return error instanceof ApiError ? withRetryAfter(error.body?.message ?? fallback, error) : fallback
}
