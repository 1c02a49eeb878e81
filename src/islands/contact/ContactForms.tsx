import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'
import { voucherEndOf } from '#contract/enquiries/enquiries.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { comingDay } from '#islands/checkout/voucher-facts.ts'
import {
  appointment,
  chooseDay,
  chooseService,
  fillFromLink,
  message,
} from '#islands/contact/enquiry.store.ts'
import { EnquiryForm } from '#islands/contact/EnquiryForm.tsx'
import { dayPartsOn, describeDay } from '#lib/preferred-day.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { Field } from '#ui/Field.tsx'
import { takeEarlyChoice } from '#ui/hydration.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Select } from '#ui/Select.tsx'

interface Props {
  /** The therapies on offer. */
  services: { id: string; name: string }[]
}

/** The address of each form. */
const FRAGMENTS = { appointment: '#write', message: '#message' } as const
type FormName = keyof typeof FRAGMENTS

const showInAddress = (form: FormName) => history.replaceState(history.state, '', FRAGMENTS[form])

/**
 * The two forms of the contact section, of which one is shown. Radio buttons and CSS choose it, so that it can be chosen
 * before hydration, and what was typed into the other one stays. The address follows the choice: a booking button leads to
 * the appointment form whichever is shown.
 */
export function ContactForms({ services }: Props) {
  const { phone, email } = clinic
  const choices = useRef<HTMLFieldSetElement>(null)
  useEffect(fillFromLink, [])
  useEffect(() => {
    const radioOf = (form: FormName) =>
      choices.current?.querySelector<HTMLInputElement>(`[value=${form}]`) ?? undefined
    const follow = () => {
      // Without the therapy that a link in the table of prices adds (chooseService).
      const [fragment] = location.hash.split('-')
      for (const form of ['appointment', 'message'] as const) {
        const radio = radioOf(form)
        if (radio && fragment === FRAGMENTS[form]) radio.checked = true
      }
    }
    // What the visitor has chosen before hydration. A translated page is rendered anew, so its radio buttons do not tell.
    const early = takeEarlyChoice('choice') ?? (radioOf('message')?.checked ? 'message' : undefined)
    if (early === 'appointment' || early === 'message') showInAddress(early)
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return (
    <ErrorBoundary
      fallback={
        <LoadFailed>
          The forms could not be loaded. Please reload the page, ring us on{' '}
          <span translate="no">{phone.display}</span> or write to <span translate="no">{email}</span>.
        </LoadFailed>
      }
    >
      <div className="enquiries">
        <fieldset ref={choices} name="choice" className="tabs">
          <legend className="sr-only">What would you like to send?</legend>
          <label>
            <input
              type="radio"
              name="enquiry"
              value="appointment"
              data-at={FRAGMENTS.appointment}
              defaultChecked
              onChange={() => showInAddress('appointment')}
            />
            <span>Appointment</span>
          </label>
          <label>
            <input
              type="radio"
              name="enquiry"
              value="message"
              data-at={FRAGMENTS.message}
              id={FRAGMENTS.message.slice(1)}
              onChange={() => showInAddress('message')}
            />
            <span>Message</span>
          </label>
        </fieldset>
        <div className="enquiries-appointment">
          <AppointmentForm services={services} />
        </div>
        <div className="enquiries-message">
          <MessageForm />
        </div>
      </div>
    </ErrorBoundary>
  )
}

const senderFacts = (
  sent: Record<'firstName' | 'lastName' | 'email' | 'phone', string>,
): [label: string, value: string][] => [
  ['Name', `${sent.firstName} ${sent.lastName}`],
  ['Email', sent.email],
  ['Phone', sent.phone],
]

function AppointmentForm({ services }: Props) {
  useSignals()
  const { form } = appointment
  const day = form.values.value.preferredDate
  useEffect(() => chooseService(services.map(({ id }) => id)), [services])
  return (
    <EnquiryForm
      title="Ask for an appointment"
      note="Tell us what you would like, and we will suggest a time."
      enquiry={appointment}
      submit="Request Appointment"
      variant="primary"
      sentNote="We have received your request and will get back to you with a time. You will also get a confirmation by email."
      describe={(sent) => [
        ...senderFacts(sent),
        ['Service', services.find(({ id }) => id === sent.service)?.name ?? sent.service],
        ['Preferred date', sent.preferredDate && comingDay(sent.preferredDate)],
        [
          'Time of day',
          dayPartsOn(clinic, sent.preferredDate).find(({ part }) => part === sent.dayPart)?.label ?? '',
        ],
        ['Gift voucher', voucherEndOf(sent.voucherEnd)],
        ['Insurance', sent.insurance],
        ['Reason', sent.reason],
      ]}
    >
      <div className="fields-full grid grid-cols-2 gap-x-4">
        <Field label="First name" autoComplete="given-name" {...form.field('firstName')} />
        <Field label="Last name" autoComplete="family-name" {...form.field('lastName')} />
      </div>
      <EmailField label="Email" autoComplete="email" {...form.field('email')} />
      <Field label="Phone" type="tel" autoComplete="tel" {...form.field('phone')} />
      <Select label="Service" {...form.field('service')}>
        <option value="">Choose a therapy</option>
        {services.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="Not sure yet">Not sure yet</option>
      </Select>
      <Field
        label="Preferred date"
        optional
        type="date"
        hint={describeDay(clinic, day)}
        {...form.field('preferredDate')}
        onChange={(event) => chooseDay(event.target.value)}
      />
      <Select label="Time of day" optional {...form.field('dayPart')}>
        <option value="">Any time</option>
        {dayPartsOn(clinic, day).map(({ part, label }) => (
          <option key={part} value={part}>
            {label}
          </option>
        ))}
      </Select>
      <Field
        label="Gift voucher"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="If you are paying with a voucher, please enter the last four letters or digits of its code."
        {...form.field('voucherEnd')}
      />
      {clinic.insurers.length > 0 && (
        <Select label="Insurance" optional className="fields-full" {...form.field('insurance')}>
          <option value="">None</option>
          {clinic.insurers.map((name) => (
            <option key={name} value={name} translate="no">
              {name}
            </option>
          ))}
        </Select>
      )}
      <Field
        label="Reason"
        optional
        lines={2}
        className="fields-full"
        hint="A short phrase works well. Please do not send health details here."
        {...form.field('reason')}
      />
    </EnquiryForm>
  )
}

function MessageForm() {
  useSignals()
  const { form } = message
  return (
    <EnquiryForm
      title="Send a message"
      note="For questions about treatments and vouchers, or how to find us."
      enquiry={message}
      submit="Send Message"
      variant="quiet"
      sentNote="We have received your message and will get back to you. You will also get a confirmation by email."
      describe={(sent) => [...senderFacts(sent), ['Subject', sent.subject], ['Message', sent.message]]}
    >
      <div className="fields-full grid grid-cols-2 gap-x-4">
        <Field label="First name" autoComplete="given-name" {...form.field('firstName')} />
        <Field label="Last name" autoComplete="family-name" {...form.field('lastName')} />
      </div>
      <EmailField label="Email" autoComplete="email" {...form.field('email')} />
      <Field label="Phone" optional type="tel" autoComplete="tel" {...form.field('phone')} />
      <Field label="Subject" className="fields-full" {...form.field('subject')} />
      <Field label="Message" lines={7} className="fields-full" {...form.field('message')} />
    </EnquiryForm>
  )
}
