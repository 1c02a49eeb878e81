import type { BounceType } from '#local/mail/bounce-types.ts'
import { createBounce, createComplaint, createDelivery, type MailEvent } from '#local/mail/mail-events.ts'
import type { Prng } from '#local/prng.ts'
import { POSTMARK_WEBHOOK } from '#server/clients/webhook-paths.ts'
import { env } from '#server/env.ts'
import { randomDelay } from '#tests/resilience/simulation/busy-periods.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'
import { playHastyBuyer } from '#tests/resilience/simulation/sim-delivery.ts'
import { callSimFunction } from '#tests/resilience/simulation/sim-functions.ts'
import { BOUNCED, isGiftEmail, type DeliveredEmail } from '#tests/resilience/simulation/sim-mailbox.ts'
import { RETRY_PAUSES } from '#tests/resilience/simulation/webhook-delivery.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** No server tries to deliver an email for longer (ms). Between two busy periods may be six days, or a year. */
const LONGEST_WAY = 6.5 * 24 * 60 * MINUTE

const PUT_OFF: BounceType[] = ['SoftBounce', 'Transient', 'DnsError']

/** What happens to an email, in order. `away`: an automatic reply. */
type Step = 'accepted' | 'bounced' | 'put off' | 'complained' | 'away'

const WAYS: Record<string, Step[]> = {
  arrives: ['accepted'],
  'comes back': ['bounced'],
  'comes back later': ['accepted', 'bounced'],
  'comes back and arrives': ['bounced', 'accepted'],
  'arrives later': ['put off', 'put off', 'accepted'],
  'is put off': ['put off'],
  'is spam': ['accepted', 'complained'],
  'gets a reply': ['accepted', 'away'],
  'is never heard of': [],
}

const GIFT_WAYS = {
  arrives: 8,
  'comes back': 6,
  'comes back later': 1,
  'arrives later': 1,
  'is put off': 1,
  'is spam': 1,
  'gets a reply': 1,
  'is never heard of': 1,
}
const OTHER_WAYS = { arrives: 12, 'comes back': 1, 'is never heard of': 6 }

/**
 * Decides what becomes of each email and reports it: sometimes late, twice, in another order, before the sender has
 * recorded the sending, or never. `react` is called when something happened.
 */
export function startEmailReports(
  run: SimRun,
  react: (delivery: DeliveredEmail, event: MailEvent, prng: Prng) => void,
): void {
  // As without a webhook: only the hourly list of bounces tells.
  const losesEvents = run.prngFor('no email events').chance(0.15)
  let bounces = 0
  run.mailbox.onDelivery = (delivery) => {
    if (isGiftEmail(delivery)) run.timeline.start(() => checkCode(run, delivery))
    playHastyBuyer(run, delivery)
    // A second copy of an email fares like the first.
    const first = run.mailbox.deliveries.find(
      ({ outboxId, to }) => outboxId === delivery.outboxId && to === delivery.to,
    )!
    const ways = run.prngFor(`way of ${first.messageId}`)
    const prng = run.prngFor(`reports on ${delivery.messageId}`)
    const name = ways.pickWeighted<string>(isGiftEmail(delivery) ? GIFT_WAYS : OTHER_WAYS)
    const arrivesLater = name === 'comes back' && run.prngFor(`after all ${first.messageId}`).chance(0.1)
    const way = WAYS[arrivesLater ? 'comes back and arrives' : name]!
    let after = 0
    for (const step of way) {
      after += prng.chance(0.8) ? prng.between(0, 40 * SECOND) : delayOf(run, prng)
      run.timeline.after(Math.min(after, LONGEST_WAY), () => {
        const event = eventOf(run, delivery, { step, id: (bounces += 1), prng })
        run.mailbox.record(event)
        run.trace.note(`mail: ${describe(event)} of ${delivery.messageId}`)
        react(delivery, event, prng)
        for (let copies = losesEvents ? 0 : prng.pick([0, 1, 1, 1, 1, 2]); copies > 0; copies -= 1) {
          const delay = prng.chance(0.7) ? prng.between(0, 2 * SECOND) : delayOf(run, prng)
          run.timeline.start(() => postMailReport(run, delivery, event, delay))
        }
      })
    }
  }
}

/** Checks that a gift email leaves with a code that has not been replaced. */
async function checkCode({ rows, problems }: SimRun, { code }: DeliveredEmail): Promise<void> {
  const retired = await rows(`select from retired_code where code = $1`, [code])
  if (retired.length > 0) problems.push(`${code} left after it was replaced`)
}

/** Minutes or days (ms). */
const delayOf = ({ timeline, busyPeriods }: SimRun, prng: Prng) =>
  prng.chance(0.5) ? prng.between(0, 30 * MINUTE) : randomDelay({ prng, timeline, busyPeriods })

const describe = (event: MailEvent) => (event.RecordType === 'Delivery' ? 'Delivery' : event.Type)

function eventOf(
  { mailbox, timeline: { now } }: SimRun,
  { messageId }: DeliveredEmail,
  { step, id, prng }: { step: Step; id: number; prng: Prng },
): MailEvent {
  const mail = mailbox.find(messageId)
  switch (step) {
    case 'accepted':
      return createDelivery(mail, now)
    case 'bounced':
      return createBounce(mail, id, now, prng.pick(BOUNCED))
    case 'put off':
      return createBounce(mail, id, now, prng.pick(PUT_OFF))
    case 'complained':
      return createComplaint(mail, id, now)
    case 'away':
      return createBounce(mail, id, now, 'AutoResponder')
  }
}

/** Posts one copy of an event, and again until it is acknowledged. */
async function postMailReport(
  run: SimRun,
  delivery: DeliveredEmail,
  event: MailEvent,
  delay: number,
): Promise<void> {
  for (const pause of [delay, ...RETRY_PAUSES]) {
    await run.timeline.wait(pause)
    if (await postOnce(run, delivery, event)) return
  }
}

/** Posts an event once. Resolves to true if it is acknowledged. */
export async function postOnce(run: SimRun, delivery: DeliveredEmail, event: MailEvent): Promise<boolean> {
  const credentials = `${POSTMARK_WEBHOOK.user}:${env('POSTMARK_WEBHOOK_PASSWORD')}`
  const headers = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  delivery.reportedAt ??= run.timeline.now
  const call = { by: `postmark ${describe(event)}`, body: event, headers }
  const response = await callSimFunction(run, 'postmarkWebhook', call)
  if (response?.status !== 200) return false
  await checkRecorded(run, event)
  return true
}

/** Whether an email that came back has arrived after all, itself or a second copy of it. */
const hasArrivedSince = ({ mailbox }: SimRun, { MessageID }: MailEvent) => {
  const { metadata } = mailbox.find(MessageID)
  return mailbox
    .events()
    .some(
      (event) =>
        event.RecordType === 'Delivery' &&
        mailbox.find(event.MessageID).metadata['outbox'] === metadata['outbox'],
    )
}

/** Checks that an acknowledged event is in the state of its email. */
async function checkRecorded(run: SimRun, event: MailEvent): Promise<void> {
  const { rows, problems } = run
  const [email] = await rows<Record<'accepted' | 'bounced' | 'complained' | 'delayed', boolean>>(
    `select accepted_at is not null as accepted, bounced_at is not null as bounced, complained_at is not null as complained,
       delayed_at is not null as delayed
     from outbox where message_id = $1`,
    [event.MessageID],
  )
  // Sent twice, or to an address that was corrected before the sending was recorded.
  if (!email) return
  const type = describe(event)
  const isKnown =
    (type === 'Delivery' && email.accepted) ||
    (type === 'SpamComplaint' && email.complained) ||
    (BOUNCED.some((one) => one === type) && (email.bounced || hasArrivedSince(run, event))) ||
    (PUT_OFF.some((one) => one === type) && email.delayed) ||
    type === 'AutoResponder'
  if (!isKnown) problems.push(`${type} of ${event.MessageID} was acknowledged and lost`)
}
