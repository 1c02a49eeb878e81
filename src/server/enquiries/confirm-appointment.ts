import { sql, type RawBuilder } from 'kysely'
import { clinic } from '#content/clinic.ts'
import type { confirmAppointmentEndpoint } from '#contract/admin-enquiries.ts'
import { checkAppointmentTime } from '#contract/appointment-time.ts'
import type { Body, Reply } from '#contract/endpoint.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { selectEnquiry, toFoundEnquiry } from '#server/enquiries/enquiry-rows.ts'
import { isTherapy, serviceTitle, usualMinutes } from '#server/enquiries/requested-service.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Appointment = Body<typeof confirmAppointmentEndpoint>

interface Confirmation {
  id: string
  at: Date
  minutes: number
  /** If present, the change applies only to an appointment confirmed for this time; null stands for none. */
  from: string | null | undefined
  service: string
}

/**
 * Confirms an appointment or moves it, marks its enquiry as answered, and enqueues one email with a calendar file for
 * each new time. Throws for a time in the past or one that London's clocks skip, and `changed_meanwhile` if another
 * time was confirmed since `from` was shown.
 */
export async function confirmAppointment(
  { db, clock }: Deps,
  { date, time, minutes, from }: Appointment,
  { id, actor }: { id: string; actor: string },
): Promise<Reply<typeof confirmAppointmentEndpoint>> {
  const now = clock.now()
  const service = await getService(db, id)
  const length = minutes ?? usualMinutes(service)
  const checked = checkAppointmentTime({ date, time, minutes: length }, { now, clinic })
  if (checked.problem !== undefined) {
    throw new DomainError('invalid_request', checked.problem, {
      fields: { [checked.field]: checked.problem },
    })
  }
  const confirmation = { id, at: checked.at, minutes: length, from, service }
  const { enquiry: rows } = await db.batch({
    locked: query.selectFrom('appointment').select('id').where('id', '=', id).forNoKeyUpdate(),
    confirmed: confirm(confirmation, { actor, now }),
    enquiry: selectEnquiry(id),
  })
  const enquiry = toFoundEnquiry(rows)
  const isConfirmed =
    enquiry.kind === 'appointment' &&
    enquiry.confirmedFor === checked.at.toISOString() &&
    enquiry.confirmedMinutes === confirmation.minutes
  if (!isConfirmed) {
    throw new DomainError(
      'changed_meanwhile',
      'Another time has just been confirmed for this appointment. Please refresh the page to see it.',
    )
  }
  return { request: enquiry, warnings: checked.warnings }
}

async function getService(db: Deps['db'], id: string): Promise<string> {
  const rows = await db.run(selectEnquiry(id))
  if (toFoundEnquiry(rows).kind !== 'appointment') {
    throw new DomainError('not_found', 'Only an appointment request can be confirmed.')
  }
  return rows[0]!.service!
}

const confirm = (
  { id, at, minutes, from, service }: Confirmation,
  { actor, now }: { actor: string; now: Date },
): Statement => sql`
  with confirmed as (
    update appointment set confirmed_for = ${at}, confirmed_minutes = ${minutes}::int,
      answered_at = coalesce(appointment.answered_at, ${now}::timestamptz),
      confirmations = appointment.confirmations + ${isNewTime(at, minutes)}::int
    from appointment before
    where appointment.id = ${id} and before.id = appointment.id
      and ${from === undefined ? sql`true` : sql`before.confirmed_for is not distinct from ${from}::timestamptz`}
    returning appointment.id, appointment.confirmations, ${isNewTime(at, minutes)} as is_new
  ),
  email as (${enqueueEmail(
    {
      key: sql`'appointment-confirmed:' || id || ':' || confirmations`,
      template: 'appointment-confirmed',
      data: {
        therapy: isTherapy(service) ? serviceTitle(service) : null,
        confirmations: sql`confirmations`,
        confirmedAt: now.toISOString(),
      },
      at: now,
    },
    sql`from confirmed where is_new`,
  )})
  ${recordActivity(
    {
      at: now,
      actor,
      action: 'appointment_confirmed',
      after: { request: sql`id`, confirmedFor: at.toISOString() },
    },
    sql`from confirmed where is_new`,
  )}`

const isNewTime = (at: Date, minutes: number): RawBuilder<boolean> => sql<boolean>`
  ((before.confirmed_for, before.confirmed_minutes) is distinct from (${at}::timestamptz, ${minutes}::int))`
