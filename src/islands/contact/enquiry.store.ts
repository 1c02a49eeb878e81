import { type Signal, signal } from '@preact/signals-react'
import type { BodyInput } from '#contract/endpoint'
import {
  appointmentsEndpoint,
  AppointmentSchema,
  contactEndpoint,
  ContactMessageSchema,
} from '#contract/enquiries'
import { ApiError, call, fieldErrorsOf, isUndecided } from '../../lib/api.ts'
import { createForm, type Form } from '../../lib/form.ts'

/** Where a form is: being filled in, on its way, sent, perhaps sent, or not for a reason that is no field's fault. */
export type Sending = 'idle' | 'busy' | 'sent' | 'undecided' | 'failed' | 'too_often'

export interface Enquiry<Name extends string = string> {
  form: Form<Name, unknown>
  sending: Signal<Sending>
  /** Sends what was typed, and forgets it once it has arrived. Tells whether it has. */
  send(honeypot: string): Promise<boolean>
}

function createEnquiry<Name extends string>(
  endpoint: typeof contactEndpoint | typeof appointmentsEndpoint,
  form: Form<Name, unknown>,
): Enquiry<Name> {
  const sending = signal<Sending>('idle')
  // The same words, sent again after a lost answer, arrive once.
  let attempt = { words: '', requestId: '' }

  async function send(website: string): Promise<boolean> {
    if (sending.value === 'busy') return false
    if (!form.validate()) return false
    const words = JSON.stringify(form.values.value)
    if (attempt.words !== words) attempt = { words, requestId: crypto.randomUUID() }
    sending.value = 'busy'
    try {
      await call(endpoint, { ...form.values.value, requestId: attempt.requestId, website } as BodyInput<
        typeof endpoint
      >)
      form.reset()
      sending.value = 'sent'
      return true
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      sending.value = reasonOf(error)
      return false
    }
  }
  return { form, sending, send }
}

function reasonOf(error: unknown): Sending {
  if (isUndecided(error)) return 'undecided'
  return error instanceof ApiError && error.status === 429 ? 'too_often' : 'failed'
}

export const message = createEnquiry(
  contactEndpoint,
  createForm(ContactMessageSchema, {
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    subject: '',
    message: '',
  }),
)

export const appointment = createEnquiry(
  appointmentsEndpoint,
  createForm(AppointmentSchema, {
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    service: '',
    preferredDate: '',
    insurance: '',
    reason: '',
  }),
)
