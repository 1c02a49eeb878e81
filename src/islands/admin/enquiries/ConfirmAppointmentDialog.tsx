import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { clinic } from '#clinic/clinic-facts.ts'
import { ConfirmAppointmentSchema } from '#contract/enquiries/admin-enquiries.ts'
import { checkAppointmentTime, londonClock } from '#contract/enquiries/appointment-time.ts'
import { createConfirmation, type AppointmentRequest } from '#islands/admin/enquiries/enquiries.store.ts'
import { enquirySubject, senderName } from '#islands/admin/enquiries/enquiry-labels.ts'
import { weekdayAndTime } from '#islands/admin/shared/format.ts'
import { createForm, type FieldProps } from '#lib/form.ts'
import { serverNow } from '#lib/server-time.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  enquiry: AppointmentRequest
  onClose: () => void
}

const toNumber = (text: string) => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : Number.NaN)

/** The form's text, validated by the contract. */
const FormSchema = v.object({
  ...ConfirmAppointmentSchema.entries,
  minutes: v.pipe(v.string(), v.transform(toNumber), v.unwrap(ConfirmAppointmentSchema.entries.minutes)),
})

/** Confirms an appointment, or moves a confirmed one. */
export function ConfirmAppointmentDialog({ enquiry, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(FormSchema, prefilled(enquiry)))
  const [confirm] = useState(createConfirmation)
  /** A field whose change may make the time possible. */
  const field = (name: 'date' | 'minutes'): FieldProps => ({
    ...form.field(name),
    onChange: ({ target }) => form.setValue(name, target.value, ['time']),
  })
  const { confirmedFor } = enquiry
  const label = confirmedFor === null ? 'Confirm appointment' : 'Move appointment'
  return (
    <FormDialog
      title={label}
      eyebrow={`${senderName(enquiry)}, ${enquirySubject(enquiry)}`}
      submitLabel={label}
      pendingLabel="Saving..."
      form={form}
      onSubmit={(typed) => confirm(enquiry, typed)}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <p>
          {confirmedFor !== null && <span>{`Confirmed for ${weekdayAndTime(confirmedFor)}. `}</span>}
          <span>We will email </span>
          <span translate="no">{enquiry.email}</span>
          <span> the time, with a file to add to their calendar, and mark the request as answered.</span>
        </p>
        <Field label="Date" type="date" {...field('date')} />
        <Field label="Time" type="time" hint="London time" {...form.field('time')} />
        <Field label="Length in minutes" inputMode="numeric" autoComplete="off" {...field('minutes')} />
        <div role="status" className="grid gap-2 empty:hidden">
          {warningsFor(form.values.value).map((warning) => (
            <p key={warning} className="message">
              {warning}
            </p>
          ))}
        </div>
      </div>
    </FormDialog>
  )
}

/** The confirmed time, or the day that the visitor prefers. */
function prefilled({ confirmedFor, confirmedMinutes, preferredDate, usualMinutes }: AppointmentRequest) {
  const [date = '', time = ''] = confirmedFor ? londonClock(new Date(confirmedFor)).split(' ') : []
  return { date: date || (preferredDate ?? ''), time, minutes: String(confirmedMinutes ?? usualMinutes) }
}

/** While no length is typed, only the start is compared with the opening hours. */
const TypedSchema = v.object({ ...FormSchema.entries, minutes: v.fallback(FormSchema.entries.minutes, 0) })

/** Returns the warnings about a complete time; the server refuses an impossible one. */
function warningsFor(typed: v.InferInput<typeof TypedSchema>): string[] {
  const { success, output } = v.safeParse(TypedSchema, typed)
  if (!success) return []
  const checked = checkAppointmentTime(output, { now: serverNow(), clinic })
  return checked.problem === undefined ? checked.warnings : []
}
