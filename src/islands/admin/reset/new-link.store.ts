import { signal } from '@preact/signals-react'
import { forgotPasswordEndpoint } from '#contract/session'
import { createForm } from '../../../lib/form.ts'
import { type Outcome, requestLink } from '../login/request-link.ts'

export const form = createForm(forgotPasswordEndpoint.body, { email: '' })
export const busy = signal(false)
export const outcome = signal<Outcome | undefined>(undefined)

/** Tells whether there is nothing left to correct. */
export async function sendNewLink(): Promise<boolean> {
  const typed = form.check()
  if (!typed) return false
  if (busy.value) return true
  busy.value = true
  outcome.value = await requestLink(typed.email)
  busy.value = false
  return true
}
