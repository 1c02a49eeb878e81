import type { MailEvent } from '#local/mail/mail-events.ts'
import { DomainError } from '#server/domain-error.ts'
import { findByCode } from '#server/vouchers/voucher-detail.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'
import { BOUNCED, isGiftEmail, type DeliveredEmail } from '#tests/resilience/simulation/sim-mailbox.ts'

const MINUTE = 60_000

/** Each change of a voucher's code or of the address it goes to, as a trigger of the simulation recorded it. */
interface Change {
  voucher: string
  oldCode: string
  newCode: string
  oldAddress: string | null
  newAddress: string | null
  buyer: string | null
  wasAccepted: boolean
}

const CHANGES = `
  select voucher, old_code as "oldCode", new_code as "newCode", old_address as "oldAddress", new_address as "newAddress", buyer,
    was_accepted as "wasAccepted"
  from judged_change order by position`

interface Voucher {
  id: string
  code: string
}

interface Told {
  voucher: string
  template: string
  recipient: string
}

const TOLD = `
  select split_part(key, ':', 2) as voucher, template, recipient from outbox where template in ('gift-changed', 'gift-replaced')`

interface KnownEmail {
  messageId: string
  isBounced: boolean
}

const KNOWN = `
  select message_id as "messageId", bounced_at is not null as "isBounced" from outbox where message_id is not null`

/** Returns a sentence for each voucher that was emailed, replaced or spoken of in a way that it should not be. */
export async function judgeDelivery(run: SimRun): Promise<string[]> {
  const vouchers = await run.rows<Voucher>('select id, code from gift_voucher')
  const changes = await run.rows<Change>(CHANGES)
  const told = await run.rows<Told>(TOLD)
  const known = await run.rows<KnownEmail>(KNOWN)
  return [
    ...vouchers.flatMap((voucher) => judgeGiftEmails(run, voucher, changes)),
    ...vouchers.flatMap(({ id }) => judgeReissues(run, id, changes)),
    ...vouchers.flatMap(({ id }) => judgeTold(id, changes, told)),
    ...judgeBounces(run, known),
    ...(await judgeOldCodes(run, vouchers, changes)),
  ]
}

const isBounceOf = (event: MailEvent, { messageId }: DeliveredEmail) =>
  event.RecordType === 'Bounce' &&
  event.MessageID === messageId &&
  BOUNCED.some((type) => type === event.Type)

/**
 * Checks that each code was emailed to an address once, and once more only after a bounce or a press; and that it lies in
 * no mailbox besides, unless no process could know that it was sent there.
 */
function judgeGiftEmails(
  { mailbox, giftPresses }: SimRun,
  { id, code }: Voucher,
  changes: Change[],
): string[] {
  const codes = new Set([code, ...codesBefore(id, changes)])
  const presses = giftPresses.filter((voucher) => voucher === id).length
  const hasBounced = (delivery: DeliveredEmail) =>
    mailbox.events().some((event) => isBounceOf(event, delivery))
  return [...codes].flatMap((each) => {
    const sent = mailbox.deliveries.filter((one) => isGiftEmail(one) && one.code === each)
    const addresses = [...new Set(sent.map(({ to }) => to))]
    const tooMany = addresses.filter((address) => {
      const there = sent.filter(({ to }) => to === address)
      const emails = new Set(there.map(({ outboxId }) => outboxId)).size
      return emails > 1 + presses + there.filter(hasBounced).length
    })
    const mailboxes = addresses.filter((address) =>
      sent.some((one) => one.to === address && one.markedSentAt !== undefined && !hasBounced(one)),
    )
    return [
      ...tooMany.map((address) => `a code of voucher ${id} was emailed to ${address} again without a reason`),
      ...(mailboxes.length > 1
        ? [`a code of voucher ${id} lies in the mailboxes of ${mailboxes.join(', ')}`]
        : []),
    ]
  })
}

const codesBefore = (id: string, changes: Change[]) =>
  changes.filter(({ voucher }) => voucher === id).map(({ oldCode }) => oldCode)

const isReplacement = ({ oldCode, newCode }: Change) => oldCode !== newCode

/** Checks that each confirmed reissue replaced the code, and none did so twice. */
function judgeReissues({ reissues, giftPresses }: SimRun, id: string, changes: Change[]): string[] {
  const own = reissues.filter(({ voucher }) => voucher === id)
  const confirmed = own.filter(({ isConfirmed }) => isConfirmed).length
  // A corrected address of the buyer may replace it as well.
  const most = own.length + giftPresses.filter((voucher) => voucher === id).length
  const times = changes.filter((change) => change.voucher === id && isReplacement(change)).length
  return confirmed <= times && times <= most
    ? []
    : [
        `voucher ${id} was reissued ${times} times after ${own.length} requests, ${confirmed} of them confirmed`,
      ]
}

/** Checks that the buyer is told of each change once, and the former recipient only if their server took the email. */
function judgeTold(id: string, changes: Change[], told: Told[]): string[] {
  const own = changes.filter(({ voucher }) => voucher === id)
  const ofBuyer = own.filter(({ newAddress, buyer }) => buyer && buyer !== newAddress)
  const ofFormer = own.filter(
    (change) => isReplacement(change) && change.wasAccepted && change.oldAddress !== change.newAddress,
  )
  const count = (template: string) =>
    told.filter((one) => one.voucher === id && one.template === template).length
  return [
    ...(count('gift-changed') === ofBuyer.length
      ? []
      : [`the buyer of voucher ${id} was told ${count('gift-changed')} times of ${ofBuyer.length} changes`]),
    ...(count('gift-replaced') === ofFormer.length
      ? []
      : [
          `${count('gift-replaced')} emails about voucher ${id} went to the ${ofFormer.length} former recipients who have it`,
        ]),
  ]
}

/** Checks that each bounce is known, if not by the webhook then by the list that the hourly job reads. */
function judgeBounces({ mailbox, busyPeriods, timeline }: SimRun, known: KnownEmail[]): string[] {
  const since = busyPeriods.at(-1)?.from ?? timeline.now
  return mailbox
    .events()
    .filter((event) => event.RecordType === 'Bounce' && BOUNCED.some((type) => type === event.Type))
    .filter((event) => {
      const at = Date.parse('BouncedAt' in event ? event.BouncedAt : '')
      return at > since && at < timeline.now - 15 * MINUTE
    })
    .filter(({ MessageID }) => known.some((one) => one.messageId === MessageID && !one.isBounced))
    .map(({ MessageID }) => `${MessageID} came back, and nobody knows`)
}

/** Checks that every code that was ever given out opens the voucher that has it now, or nothing. */
async function judgeOldCodes(run: SimRun, vouchers: Voucher[], changes: Change[]): Promise<string[]> {
  const given = run.mailbox.deliveries.flatMap(({ code }) => code ?? [])
  const codes = new Set([...given, ...changes.map(({ oldCode }) => oldCode)])
  const problems = ['the codes could not be tried']
  run.timeline.start(async () => {
    await run.runProcess('judge codes', MINUTE, async ({ services }) => {
      for (const code of codes) {
        const owner = vouchers.find((voucher) => voucher.code === code)?.id
        const found = await findByCode(services, code).catch((error: unknown) => {
          if (error instanceof DomainError && error.code === 'not_found') return undefined
          throw error
        })
        if (found?.voucher.id !== owner)
          problems.push(`a code of ${found?.voucher.id ?? 'no voucher'} belongs to ${owner ?? 'none'}`)
      }
      problems.shift()
    })
  })
  await run.timeline.runUntil(run.timeline.now + MINUTE)
  return problems
}
