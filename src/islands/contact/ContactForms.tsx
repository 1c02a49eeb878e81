import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { clinic } from '#content/clinic.ts'
import { APPOINTMENT_REASON_MAX, ENQUIRY_MESSAGE_MAX } from '#contract/enquiries.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { appointment, chooseDay, chooseService, message } from '#islands/contact/enquiry.store.ts'
import { EnquiryForm } from '#islands/contact/EnquiryForm.tsx'
import { closedOn, dayPartsOn } from '#lib/opening-hours.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

interface Props {
  /** The therapies on offer. */
  services: { id: string; name: string }[]
}

/** The two forms of the contact section. */
export function ContactForms({ services }: Props) {
  const { phone, email } = clinic
  return (
    <ErrorBoundary
      fallback={
        <p className="message">
          The forms could not be loaded. Ring us on <span translate="no">{phone.display}</span> or write to{' '}
          <span translate="no">{email}</span>.
        </p>
      }
    >
      <div className="columns">
        <AppointmentForm services={services} />
        <MessageForm />
      </div>
    </ErrorBoundary>
  )
}

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
      sent="Thank you. We have your request and will get back to you with a time. A confirmation is on its way to you by email."
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
        hint={closedOn(clinic.hours, day)}
        {...form.field('preferredDate')}
        onChange={(event) => chooseDay(event.target.value)}
      />
      <Select label="Time of day" optional {...form.field('dayPart')}>
        <option value="">Any time</option>
        {dayPartsOn(clinic.hours, day).map(({ part, label }) => (
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
        hint="If you will pay with one: the last four characters of its code."
        {...form.field('voucherEnd')}
      />
      <Select label="Insurance" optional className="fields-full" {...form.field('insurance')}>
        <option value="">None</option>
        {clinic.insurers.map((name) => (
          <option key={name} value={name} translate="no">
            {name}
          </option>
        ))}
      </Select>
      <Field
        label="Reason"
        optional
        lines={2}
        maxLength={APPOINTMENT_REASON_MAX}
        className="fields-full"
        hint="A word or two is enough. Please do not send health details here."
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
      note="For questions about treatments, vouchers or finding us."
      enquiry={message}
      submit="Send Message"
      variant="quiet"
      sent="Thank you. We have your message. A confirmation is on its way to you by email."
    >
      <div className="fields-full grid grid-cols-2 gap-x-4">
        <Field label="First name" autoComplete="given-name" {...form.field('firstName')} />
        <Field label="Last name" autoComplete="family-name" {...form.field('lastName')} />
      </div>
      <EmailField label="Email" autoComplete="email" {...form.field('email')} />
      <Field label="Phone" optional type="tel" autoComplete="tel" {...form.field('phone')} />
      <Field label="Subject" className="fields-full" {...form.field('subject')} />
      <Field
        label="Message"
        lines={7}
        maxLength={ENQUIRY_MESSAGE_MAX}
        className="fields-full"
        {...form.field('message')}
      />
    </EnquiryForm>
  )
}
