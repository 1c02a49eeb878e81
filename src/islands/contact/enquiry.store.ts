import { signal, type Signal } from '@preact/signals-react'
import * as v from 'valibot'
import { clinic } from '#clinic/clinic-facts.ts'
import type { BodyInput } from '#contract/base/endpoint.ts'
import { appointmentDayProblem } from '#contract/enquiries/appointment-time.ts'
import {
  AppointmentSchema,
  appointmentsEndpoint,
  contactEndpoint,
  ContactMessageSchema,
} from '#contract/enquiries/enquiries.ts'
import { ApiError, call, fieldErrorsOf, isUndecided } from '#lib/api.ts'
import { createForm, type FieldValues, type Form } from '#lib/form.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'
import { dayPartsOn } from '#lib/preferred-day.ts'
import { isServerTimeKnown, serverNow } from '#lib/server-time.ts'

/**
 * 'undecided': the request may have taken effect. 'failed': it did not, for a reason that concerns no field.
 * 'hidden_field': it did not, because the honeypot was filled in.
 */
export type Sending = 'idle' | 'busy' | 'undecided' | 'failed' | 'hidden_field' | 'too_often'

export interface Enquiry<Name extends string = string> {
  form: Form<Name, unknown>
  sending: Signal<Sending>
  /** The values of the last success, until the visitor begins another one. */
  sent: Signal<FieldValues<Name> | undefined>
  /** Sends the form and resets it on success. Returns whether it succeeded. */
  send(honeypot: string): Promise<boolean>
  /** Shows the empty form again. */
  startAnother(): void
}

function createEnquiry<Name extends string>(
  endpoint: typeof contactEndpoint | typeof appointmentsEndpoint,
  form: Form<Name, unknown>,
): Enquiry<Name> {
  const sending = signal<Sending>('idle')
  const sent = signal<FieldValues<Name>>()
  // The same text, sent again after a lost response, arrives once.
  let requestIdOf = createIdempotencyKey()

  async function send(leaveEmpty: string): Promise<boolean> {
    if (sending.value === 'busy') return false
    if (!form.validate()) return false
    const values = form.values.value
    sending.value = 'busy'
    try {
      await call(endpoint, { ...values, requestId: requestIdOf(values), leaveEmpty } as BodyInput<
        typeof endpoint
      >)
      // Sending the same text again makes a new enquiry.
      requestIdOf = createIdempotencyKey()
      form.reset()
      sending.value = 'idle'
      sent.value = values
      return true
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      sending.value = reasonOf(error)
      return false
    }
  }
  return { form, sending, sent, send, startAnother: () => void (sent.value = undefined) }
}

function reasonOf(error: unknown): Sending {
  if (isUndecided(error)) return 'undecided'
  if ('leaveEmpty' in fieldErrorsOf(error)) return 'hidden_field'
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

/** Until the server has told the time, the form judges no day. */
const dayProblem = (day: string | undefined): string | undefined =>
  day !== undefined && isServerTimeKnown() ? appointmentDayProblem(day, serverNow()) : undefined

const AppointmentFormSchema = v.object({
  ...AppointmentSchema.entries,
  preferredDate: v.pipe(
    AppointmentSchema.entries.preferredDate,
    v.check(
      (day) => dayProblem(day) === undefined,
      ({ input }) => dayProblem(input) ?? '',
    ),
  ),
})

export const appointment = createEnquiry(
  appointmentsEndpoint,
  createForm(AppointmentFormSchema, {
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    service: '',
    preferredDate: '',
    dayPart: '',
    voucherEnd: '',
    insurance: '',
    reason: '',
  }),
)

/**
 * Fills in what a link passes on, where nothing is typed yet: of "Your voucher" the end of the code, and the question for more
 * time; of "Your purchase" the wish to cancel it too late.
 */
export function fillFromLink(): void {
  const asked = new URLSearchParams(location.search)
  const [number] = /^\d{4,9}$/.exec(asked.get('purchase') ?? '') ?? []
  if (number !== undefined && asked.get('ask') === 'cancel')
    fillIn(message.form, {
      subject: `Cancelling my purchase ${number}`,
      message: `I would like to cancel my purchase ${number}, although the 14 days are over. `,
    })
  const [end] = /^[0-9A-Z]{1,4}$/.exec(asked.get('voucher') ?? '') ?? []
  if (end === undefined) return
  // The form takes two characters or more.
  if (end.length > 1) fillIn(appointment.form, { voucherEnd: end })
  if (asked.get('ask') === 'more-time')
    fillIn(message.form, {
      subject: 'More time for my gift voucher',
      message: `Could I have more time to use my gift voucher, please? Its code ends in ${end}.`,
    })
}

function fillIn<Name extends string>(form: Form<Name, unknown>, texts: Partial<FieldValues<Name>>): void {
  for (const [name, text] of Object.entries(texts) as [Name, string][])
    if (form.values.peek()[name] === '') form.setValue(name, text)
}

/** Sets the preferred day, and forgets a chosen part of the day that it does not have. */
export function chooseDay(day: string): void {
  const { form } = appointment
  form.setValue('preferredDate', day)
  const isOffered = dayPartsOn(clinic, day).some(({ part }) => part === form.values.peek().dayPart)
  if (!isOffered) form.setValue('dayPart', '')
}

/** Chooses the service that a link to the form names, unless the visitor has chosen one or it is not on offer; and that of
 *  each link on this page which is pressed later. Returns a function that ends this. */
export function chooseService(offered: string[]): () => void {
  const { form } = appointment
  const choose = (asked: string | null) => {
    if (asked !== null && offered.includes(asked)) form.setValue('service', asked)
  }
  const chooseLinked = () => choose(/^#write-(.+)/.exec(location.hash)?.[1] ?? null)
  if (form.values.peek().service === '') {
    choose(new URLSearchParams(location.search).get('service'))
    chooseLinked()
  }
  addEventListener('hashchange', chooseLinked)
  return () => removeEventListener('hashchange', chooseLinked)
}
