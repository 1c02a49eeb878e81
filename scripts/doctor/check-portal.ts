import { sql } from 'kysely'
import { errorCode, explainDatabaseError } from '#scripts/doctor/check-database.ts'
import { ok, unseen, wrong, type Check, type Finding } from '#scripts/doctor/finding.ts'
import { database } from '#server/clients/database.ts'
import { systemClock } from '#server/clients/services.ts'
import { selectWaitingEmails, type WaitingEmails } from '#server/reports/attention-queries.ts'

interface Counts {
  ready: number
  invited: number
  hadOwner: boolean
  payments: number
}

/** Checks that an admin exists and that the scheduled jobs run. */
export const checkPortal: Check = {
  about: 'Portal and schedules',
  async run() {
    const now = systemClock.now()
    const { counted, emails } = await database().batch({
      counted: countAll(now),
      emails: selectWaitingEmails(now),
    })
    return counted.flatMap((counts) => [adminOf(counts), ...waiting(counts, emails[0])])
  },
  explain: (error) =>
    errorCode(error) === '42P01'
      ? unseen('There are no tables to look at yet.', 'apply the migrations first.')
      : explainDatabaseError(error),
}

function adminOf({ ready, invited, hadOwner }: Counts): Finding {
  const command = '`npm run admin:create -- owner@example.com`, with the owner’s address.'
  if (ready > 0) return ok(`${ready === 1 ? 'One admin' : `${ready} admins`} can sign in.`)
  if (invited > 0) return wrong('An admin is there, but has not chosen a password.', `run again ${command}`)
  if (!hadOwner) return wrong('Nobody can sign in to the portal yet.', 'open /admin/welcome on the website.')
  return wrong('Nobody can sign in to the portal.', `run ${command}`)
}

/** The scheduled jobs leave neither of these behind. */
function waiting({ payments }: Counts, emails: WaitingEmails | undefined): Finding[] {
  const faults = [
    ...(payments > 0
      ? [wrong(`Past their time and not settled: ${payments} payments.`, logOf('settle-payments'))]
      : []),
    ...(emails ? [wrong(describeWaiting(emails), logOf('hourly'))] : []),
  ]
  return faults.length === 0 ? [ok('No payment and no email waits longer than it should.')] : faults
}

const describeWaiting = ({ count, since }: WaitingEmails) =>
  `${count === 1 ? 'An email has' : `${count} emails have`} been waiting since ${LONDON_TIME.format(since)}.`

const LONDON_TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  dateStyle: 'medium',
  timeStyle: 'short',
})

const logOf = (name: string) => `look at Netlify → Logs → Functions → ${name}, and at docs/stuck-payment.md.`

const countAll = (now: Date) => sql<Counts>`
  select
    (select count(*)::int from admin_user where password_hash is not null) as ready,
    (select count(*)::int from admin_user where password_hash is null and removed_at is null) as invited,
    (select had_owner from site),
    (select count(*)::int from payment where settled_at is null and stripe_payment_intent_id is not null
      and state <> 'processing' and pay_by < ${now}::timestamptz - interval '2 hours') as payments`
