import { signal } from '@preact/signals-react'
import { welcomeEndpoint } from '#contract/auth/welcome.ts'
import { withRetryAfter } from '#islands/admin/shared/error-message.ts'
import { ApiError, call, fieldErrorsOf, isUndecided } from '#lib/api.ts'
import { createForm } from '#lib/form.ts'

/** 'closed': there has been an owner. */
export type WelcomeStep = 'form' | 'created' | 'closed'

export const step = signal<WelcomeStep>('form')
export const form = createForm(welcomeEndpoint.body, { setupCode: '', email: '', password: '' })
export const isPending = signal(false)
/** An error that concerns no field. */
export const errorMessage = signal('')

/** Makes the first owner. Returns false if something must be corrected. */
export async function createFirstOwner(): Promise<boolean> {
  const typed = isPending.value ? undefined : form.validate()
  if (!typed) return false
  isPending.value = true
  errorMessage.value = ''
  try {
    await call(welcomeEndpoint, typed)
    step.value = 'created'
    return true
  } catch (error) {
    if (error instanceof ApiError && error.body?.code === 'not_found') {
      step.value = 'closed'
      return true
    }
    if (error instanceof ApiError && error.body?.code === 'wrong_credentials') {
      form.showErrors({ setupCode: error.body.message })
      return false
    }
    const fields = fieldErrorsOf(error)
    form.showErrors(fields)
    if (Object.keys(fields).length === 0) errorMessage.value = messageOf(error)
    return false
  } finally {
    isPending.value = false
  }
}

function messageOf(error: unknown): string {
  if (isUndecided(error)) {
    return 'We cannot tell whether this went through. Please try to sign in with this email and password. If that does not work, please try again here.'
  }
  if (error instanceof ApiError && error.body?.code === 'unavailable') {
    return 'This website is not set up yet. Please check in Netlify that SETUP_CODE has at least 15 characters and that DATABASE_URL is right, and then press “Trigger deploy” there.'
  }
  const fallback = 'Connection error. Please try again.'
  return error instanceof ApiError ? withRetryAfter(error.body?.message ?? fallback, error) : fallback
}
