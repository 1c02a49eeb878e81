import { sql } from 'kysely'
import * as v from 'valibot'
import type { EmailState } from '#contract/base/statuses.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { enqueueGiftUndelivered } from '#server/email/enqueue-gift-undelivered.ts'
import { log } from '#server/log.ts'
import { enqueueVoucherEnded } from '#server/vouchers/giving/enqueue-voucher-ended.ts'

/** What Postmark reports of an email that it took. */
export interface EmailEvent {
  recordType: string
  messageId: string
  /** 0 for a delivery, which has none. */
  bounceId: number
  /** The row in `outbox`, from our metadata; null in the list of bounces, which has none. */
  outboxId: string | null
  recipient: string
  /** Postmark's type of a bounce, such as HardBounce. */
  type: string
  outcome: 'accepted' | 'bounced' | 'delayed' | 'complained'
  reason: EmailState['reason'] | null
  /** ISO 8601. */
  at: string
  /** Whether `at` names a time in New York, as if it were UTC: Postmark's times without an offset. */
  isEastern: boolean
}

/** Why an email came back, by Postmark's type. https://postmarkapp.com/developer/api/bounce-api#bounce-types */
const BOUNCES: Record<string, NonNullable<EmailState['reason']>> = {
  HardBounce: 'no_mailbox',
  BadEmailAddress: 'no_mailbox',
  Blocked: 'refused',
  SpamNotification: 'refused',
  DMARCPolicy: 'refused',
  VirusNotification: 'refused',
  ManuallyDeactivated: 'refused',
  SMTPApiError: 'unreachable',
  TemplateRenderingFailed: 'unreachable',
}

/** Postmark tries again, or does not know. */
const DELAYS = new Set(['Transient', 'SoftBounce', 'DnsError'])

const OFFSET = /(Z|[+-]\d\d:\d\d)$/

const TimeSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
  v.transform((text) => ({
    isEastern: !OFFSET.test(text),
    date: new Date(OFFSET.test(text) ? text : `${text}Z`),
  })),
  // Not a number for an impossible time. Postgres knows no year 0.
  v.check(({ date }) => date.getTime() > 0),
  v.transform(({ isEastern, date }) => ({ isEastern, at: date.toISOString() })),
)

/** Postgres stores neither a lone surrogate nor NUL. */
const AddressSchema = v.pipe(
  v.string(),
  v.transform((address) => address.toWellFormed().replaceAll('\0', '')),
)

const Message = {
  MessageID: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
  Metadata: v.optional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.transform(({ outbox }) => (v.is(v.pipe(v.string(), v.uuid()), outbox) ? outbox : undefined)),
    ),
  ),
}

const BounceSchema = v.object({
  RecordType: v.picklist(['Bounce', 'SpamComplaint']),
  ...Message,
  // 64 bits wide, so JSON has rounded it: still one id for one bounce of an email.
  ID: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 63 - 1024)),
  Type: v.pipe(v.string(), v.regex(/^\w{1,100}$/)),
  Email: AddressSchema,
  BouncedAt: TimeSchema,
})

const DeliverySchema = v.object({
  RecordType: v.literal('Delivery'),
  ...Message,
  Recipient: AddressSchema,
  DeliveredAt: TimeSchema,
})

const EventSchema = v.variant('RecordType', [DeliverySchema, BounceSchema])

/** Reads the body of Postmark's webhook or a row of its bounces; undefined for what says nothing of an email's way. */
export function readEmailEvent(body: unknown): EmailEvent | undefined {
  const { success, output } = v.safeParse(EventSchema, body)
  if (!success) return undefined
  const shared = { messageId: output.MessageID, outboxId: output.Metadata ?? null }
  if (output.RecordType === 'Delivery')
    return {
      ...shared,
      ...output.DeliveredAt,
      recordType: 'Delivery',
      bounceId: 0,
      recipient: output.Recipient,
      type: 'Delivery',
      outcome: 'accepted',
      reason: null,
    }
  const outcome = outcomeOf(output)
  return (
    outcome && {
      ...shared,
      ...output.BouncedAt,
      // The list of bounces has complaints among them.
      recordType: outcome === 'complained' ? 'SpamComplaint' : 'Bounce',
      bounceId: output.ID,
      recipient: output.Email,
      type: output.Type,
      outcome,
      reason: outcome === 'bounced' ? BOUNCES[output.Type]! : null,
    }
  )
}

function outcomeOf({
  RecordType,
  Type,
}: v.InferOutput<typeof BounceSchema>): EmailEvent['outcome'] | undefined {
  if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint') return 'complained'
  if (Object.hasOwn(BOUNCES, Type)) return 'bounced'
  return DELAYS.has(Type) ? 'delayed' : undefined
}

type Deps = Pick<Services, 'db' | 'clock'>

/**
 * Records what Postmark reports, each event once, and tells the buyer of a gift email that came back. An event also
 * proves that Postmark took the email, if the answer was lost: then its recipient learns that the voucher has ended
 * meanwhile. A complaint ends the emails to holders at its address. Returns how many events belong to no email of ours.
 *
 * Locks: `gift_voucher` of a complaint, `outbox`. Writes: both, `email_event`. Emits: `outbox`, `activity`.
 */
export async function applyEmailEvents({ db, clock }: Deps, events: EmailEvent[]): Promise<number> {
  const now = clock.now()
  const messageIds = events.map(({ messageId }) => messageId)
  const complaints = events.filter(({ outcome }) => outcome === 'complained')
  const { recorded } = await db.batch({
    // First, because a change of a voucher locks it before its emails.
    ...(complaints.length > 0 && { stopped: stopEmails(complaints, now) }),
    recorded: sql<{ unknown: number }>`
    with event as (
      select "recordType" as record_type, "messageId" as message_id, "bounceId" as bounce_id, "outboxId" as outbox_id,
        recipient, type, outcome, reason, least(${now}::timestamptz,
          case when "isEastern" then (at at time zone 'UTC') at time zone 'America/New_York' else at end) as at
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as event ("recordType" text, "messageId" text, "bounceId" bigint, "outboxId" uuid, recipient text, type text, outcome text,
          reason text, at timestamptz, "isEastern" boolean)
    ),
    matched as (
      select distinct on (record_type, event.message_id, bounce_id) event.*, outbox.id as email_id,
        outbox.bounced_at is not null as was_bounced
      from event join outbox on outbox.message_id = event.message_id or outbox.id = event.outbox_id
      -- One that was sent to another address, which could not be recorded, is not the email in our row.
      where outbox.message_id = event.message_id or lower(outbox.recipient) in (lower(event.recipient), '')
      order by record_type, event.message_id, bounce_id, outbox.message_id = event.message_id desc nulls last
    ),
    recorded as (${insertRows(
      'emailEvent',
      {
        recordType: sql`record_type`,
        messageId: sql`message_id`,
        bounceId: sql`bounce_id`,
        outboxId: sql`email_id`,
        type: sql`type`,
        at: sql`at`,
      },
      sql`from matched`,
    )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['recordType', 'messageId', 'bounceId'])}),
    news as (
      select email_id, bool_or(was_bounced) as was_bounced, min(message_id) as message_id, min(at) as first_at,
        min(at) filter (where outcome = 'accepted') as accepted_at, min(at) filter (where outcome = 'bounced') as bounced_at,
        (array_agg(reason order by at) filter (where outcome = 'bounced'))[1] as bounce,
        max(at) filter (where outcome = 'delayed') as delayed_at, min(at) filter (where outcome = 'complained') as complained_at
      from matched join recorded using (record_type, message_id, bounce_id) group by email_id
    ),
    way as (
      -- An email may have left twice.
      select email_id, message_id, max(at) filter (where type = 'Delivery') as accepted_at,
        max(at) filter (where type = any(${Object.keys(BOUNCES)}::text[])) as bounced_at
      from (
        select outbox_id as email_id, message_id, type, at from email_event where outbox_id in (select email_id from news)
        union all select email_id, message_id, type, at from matched join recorded using (record_type, message_id, bounce_id)
      ) known group by email_id, message_id
    ),
    fate as (
      -- Whatever came back before: one of them has arrived since.
      select email_id, coalesce(bool_or(accepted_at > coalesce(bounced_at, '-infinity')), false) as has_arrived from way group by email_id
    ),
    email as (
      update outbox set message_id = coalesce(outbox.message_id, news.message_id), sent_at = coalesce(sent_at, first_at),
        claimed_until = null, failed_at = null, last_error = null, withdrawn_at = null,
        accepted_at = coalesce(outbox.accepted_at, news.accepted_at), delayed_at = coalesce(news.delayed_at, outbox.delayed_at),
        bounced_at = case when not has_arrived then coalesce(outbox.bounced_at, news.bounced_at) end,
        bounce = case when not has_arrived then coalesce(outbox.bounce, news.bounce) end,
        -- Done was pressed for what had happened before.
        dismissed_at = case when (not has_arrived and (was_bounced or news.bounced_at is not null)) = was_bounced then outbox.dismissed_at end,
        complained_at = coalesce(outbox.complained_at, news.complained_at)
      from news join fate using (email_id) where outbox.id = news.email_id
      returning outbox.id, about, template, recipient, data ->> 'voucherCode' as code, outbox.bounce, outbox.bounced_at is not null and not was_bounced as has_bounced
    ),
    undelivered as (${enqueueGiftUndelivered(sql`(select *, bounce as reason from email where has_bounced)`, now)}),
    activity_entry as (${recordActivity(
      {
        at: now,
        actor: 'system',
        action: 'mail_failed',
        after: { outbox: sql`id`, template: sql`template`, bounce: sql`bounce` },
      },
      sql`from email where has_bounced`,
    )})
    select count(*)::int as unknown from event
    where not exists (select from matched where matched.message_id = event.message_id and matched.bounce_id = event.bounce_id)`,
    // Nobody could know that it had left when its voucher ended.
    ended: enqueueVoucherEnded(
      sql`
        select about from outbox
        where message_id = any(${messageIds}) and template = 'voucher-gift' and bounced_at is null`,
      now,
    ),
  })
  return recorded[0]!.unknown
}

/** Ends the emails to holders at an address from which an email was reported as spam. An event ends them once. */
const stopEmails = (complaints: EmailEvent[], now: Date): Statement => sql`
  update gift_voucher voucher set tell_holder = false, reminders_stopped_at = coalesce(reminders_stopped_at, ${now}::timestamptz)
  from (
    select recipient from outbox
    where (message_id = any(${complaints.map(({ messageId }) => messageId)})
        or id = any(${complaints.flatMap(({ outboxId }) => outboxId ?? [])}::uuid[]))
      and recipient <> '' and complained_at is null
  ) complaint
  where voucher.recipient_email = complaint.recipient
    or voucher.recipient_email is null and voucher.buyer_email = complaint.recipient`

/** Records an event of Postmark's webhook. What we do not know changes nothing, so that Postmark does not repeat it. */
export async function applyPostmarkEvent(services: Deps, body: unknown): Promise<void> {
  const event = readEmailEvent(body)
  const isUnknown = !event || (await applyEmailEvents(services, [event])) > 0
  if (isUnknown) log('info', 'postmark event ignored', { type: event?.type ?? 'unknown' })
}

const DAY_MS = 86_400_000
/** Servers try for up to five days: https://www.rfc-editor.org/rfc/rfc5321#section-4.5.4.1 */
const LOOK_BACK_DAYS = 7

/**
 * Reads Postmark's list of bounces, in case a webhook is missing or was not delivered. Asks Postmark only if an email
 * has left in the last days.
 */
export async function readBounces({ db, clock, email }: Deps & Pick<Services, 'email'>): Promise<void> {
  const since = new Date(clock.now().getTime() - LOOK_BACK_DAYS * DAY_MS)
  const [sent] = await db.run(query.selectFrom('outbox').select('id').where('sentAt', '>', since).limit(1))
  if (!sent) return
  const listed = await email.listBounces(since)
  // A delay ends with a delivery, of which only the webhook tells, as it does of the delay.
  const events = listed
    .flatMap((bounce) => readEmailEvent(bounce) ?? [])
    .filter(({ outcome }) => outcome !== 'delayed')
  if (events.length > 0) await applyEmailEvents({ db, clock }, events)
}
