import { signal } from '@preact/signals-react'
import { forgotPasswordEndpoint } from '#contract/session'
import { createForm } from '../../../lib/form.ts'
import { type RequestOutcome, requestResetLink } from '../login/request-link.ts'

export const form = createForm(forgotPasswordEndpoint.body, { email: '' })
export const isPending = signal(false)
export const outcome = signal<RequestOutcome | undefined>(undefined)

/** Tells whether there is nothing left to correct. */
export async function sendNewLink(): Promise<boolean> {
  const typed = form.validate()
  if (!typed) return false
  if (isPending.value) return true
  isPending.value = true
  outcome.value = await requestResetLink(typed.email)
  isPending.value = false
  return true
}
