import { sql, type InferResult, type NotNull, type RawBuilder } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import type { Body, Reply } from '#contract/base/endpoint.ts'
import type { confirmAppointmentEndpoint } from '#contract/enquiries/admin-enquiries.ts'
import { checkAppointmentTime, londonClock } from '#contract/enquiries/appointment-time.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { confirmedUntil, selectEnquiry, toFoundEnquiry } from '#server/enquiries/enquiry-rows.ts'
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
  alongside: boolean
}

type Booked = InferResult<ReturnType<typeof selectOverlapping>>[number]

/**
 * Confirms an appointment or moves it, marks its enquiry as answered, and enqueues one email with a calendar file for
 * each new time. Throws for a time in the past or one that London's clocks skip, for one that overlaps another
 * confirmed appointment unless it is to be `alongside`, and `changed_meanwhile` if another time was confirmed since
 * `from` was shown.
 */
export async function confirmAppointment(
  { db, clock }: Deps,
  { date, time, minutes, from, alongside }: Appointment,
  { id, actor }: { id: string; actor: string },
): Promise<Reply<typeof confirmAppointmentEndpoint>> {
  const now = clock.now()
  const service = await getService(db, id)
  const length = minutes ?? usualMinutes(service)
  const checked = checkAppointmentTime({ date, time, minutes: length }, { now, clinic })
  if (checked.problem !== undefined) throw fieldError(checked.field, checked.problem)
  const confirmation = { id, at: checked.at, minutes: length, from, service, alongside }
  const { overlapping, enquiry: rows } = await db.batch({
    // Owners who confirm at the same moment queue here, so each reads what the others have confirmed.
    turn: sql`select pg_advisory_xact_lock(hashtextextended('appointments', 0))`,
    overlapping: selectOverlapping(confirmation),
    confirmed: confirm(confirmation, { actor, now }),
    enquiry: selectEnquiry(id),
  })
  const enquiry = toFoundEnquiry(rows)
  const isConfirmed =
    enquiry.kind === 'appointment' &&
    enquiry.confirmedFor === checked.at.toISOString() &&
    enquiry.confirmedMinutes === confirmation.minutes
  if (!isConfirmed) {
    if (overlapping.length > 0) throw fieldError('time', describeOverlapping(overlapping))
    throw new DomainError(
      'changed_meanwhile',
      'Another time has just been confirmed for this appointment. Please refresh the page to see it.',
    )
  }
  return { request: enquiry, warnings: checked.warnings }
}

const fieldError = (field: 'date' | 'time', problem: string) =>
  new DomainError('invalid_request', problem, { fields: { [field]: problem } })

/** "Bea Ng is booked from 17:30 to 19:00. …" */
function describeOverlapping(booked: Booked[]): string {
  const clock = (moment: Date) => londonClock(moment).slice(11)
  const [first, ...others] = booked.map(({ firstName, lastName, startsAt, endsAt }, index) => {
    const verb = index === 0 ? ' is booked' : ''
    return `${firstName} ${lastName}${verb} from ${clock(startsAt)} to ${clock(endsAt)}`
  })
  const list = [first, ...others].join(' and ')
  return `${list}. If you want to book this time as well, please press the button again`
}

async function getService(db: Deps['db'], id: string): Promise<string> {
  const rows = await db.run(selectEnquiry(id))
  if (toFoundEnquiry(rows).kind !== 'appointment') {
    throw new DomainError('not_found', 'Only an appointment request can be confirmed.')
  }
  return rows[0]!.service!
}

/** Selects the confirmed appointments that overlap a new time, unless it may be alongside them. */
const selectOverlapping = ({ id, at, minutes, from, alongside }: Confirmation) =>
  query
    .selectFrom('appointment as before')
    .innerJoin('appointment as other', (join) => join.onRef('other.id', '<>', 'before.id'))
    .select(['other.firstName', 'other.lastName', 'other.confirmedFor as startsAt'])
    .select(confirmedUntil('other').as('endsAt'))
    .$narrowType<{ startsAt: NotNull }>()
    .where('before.id', '=', id)
    .where(isAsShown(from))
    .where(isNewTime(at, minutes))
    .where(sql<boolean>`not ${alongside}::boolean`)
    .where('other.confirmedFor', '<', new Date(at.getTime() + minutes * 60_000))
    .where(confirmedUntil('other'), '>', at)
    .orderBy('other.confirmedFor')
    .orderBy('other.id')

const confirm = (confirmation: Confirmation, { actor, now }: { actor: string; now: Date }): Statement => {
  const { id, at, minutes, from, service } = confirmation
  return sql`
  with confirmed as (
    update appointment set confirmed_for = ${at}, confirmed_minutes = ${minutes}::int,
      answered_at = coalesce(appointment.answered_at, ${now}::timestamptz),
      confirmations = appointment.confirmations + ${isNewTime(at, minutes)}::int
    from appointment before
    where appointment.id = ${id} and before.id = appointment.id
      and ${isAsShown(from)} and not exists ${selectOverlapping(confirmation)}
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
}

const isAsShown = (from: Confirmation['from']): RawBuilder<boolean> =>
  from === undefined
    ? sql<boolean>`true`
    : sql<boolean>`before.confirmed_for is not distinct from ${from}::timestamptz`

const isNewTime = (at: Date, minutes: number): RawBuilder<boolean> => sql<boolean>`
  ((before.confirmed_for, before.confirmed_minutes) is distinct from (${at}::timestamptz, ${minutes}::int))`
