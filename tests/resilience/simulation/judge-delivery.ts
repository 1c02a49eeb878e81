import { readVoucherFragment } from '#contract/vouchers/voucher-page.ts'
import type { MailEvent } from '#local/mail/mail-events.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { findPurchase } from '#server/purchases/find-purchase.ts'
import { listAttention } from '#server/reports/attention.ts'
import { findByCode } from '#server/vouchers/desk/find-by-code.ts'
import { findHeldVoucher } from '#server/vouchers/holder/find-held-voucher.ts'
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
  /** Whether the owner has corrected the buyer's address, which may replace the code as well. */
  isBuyerChanged: boolean
  wasAccepted: boolean
}

const CHANGES = `
  select voucher, old_code as "oldCode", new_code as "newCode", old_address as "oldAddress", new_address as "newAddress", buyer,
    is_buyer_changed as "isBuyerChanged", was_accepted as "wasAccepted"
  from judged_change order by position`

interface Voucher {
  id: string
  payment: string | null
  code: string
  recipient: string | null
  isActive: boolean
  /** Whether its email should have left by now. One on paper has none. */
  isSent: boolean
  /** Who may have its code by email: whoever it is sent to, and its buyer. */
  addresses: string[]
}

const VOUCHERS = `
  select id, payment_id as payment, code, recipient_email as recipient, status = 'active' as "isActive", status = 'active' and deliver_to <> 'print' and not exists (
    select from outbox where template = 'voucher-gift' and about = voucher.id and sent_at is null
  ) as "isSent",
    array_remove(array[case when deliver_to <> 'print' then recipient_email end, buyer_email], null) as addresses
  from gift_voucher voucher`

interface Told {
  voucher: string
  template: string
  recipient: string
  /** Whether only the day has changed; null once the text is no longer kept. */
  isOfDay: boolean | null
}

const TOLD = `
  select about as voucher, template, recipient,
    (data ->> 'isSameAddress')::boolean and not (data ->> 'isReissued')::boolean as "isOfDay"
  from outbox where template in ('gift-changed', 'gift-replaced') and key not like '%:again:%'`

/**
 * Vouchers whose last email to the buyer names another time than that at which they left, or will. Two changes at the same
 * moment are told in either order.
 */
const TOLD_ANOTHER_DAY = `
  with told as (
    select about as voucher, data, (data ->> 'sendOn')::date as day, created_at as at,
      max(created_at) over (partition by about) as last
    from outbox where template in ('voucher-receipt', 'gift-changed')
  )
  select voucher.id from gift_voucher voucher cross join lateral (
    select due_at from outbox where template = 'voucher-gift' and about = voucher.id and withdrawn_at is null
    order by created_at desc limit 1
  ) gift
  where status = 'active' and deliver_to = 'recipient'
    and buyer_email <> '' and buyer_email is distinct from recipient_email
    and (
      select bool_and(told.data is not null and case when gift.due_at = (send_on + time '09:00') at time zone 'Europe/London'
        -- A receipt that is sent again after the day does not speak of it.
        then told.day is distinct from case when told.at < gift.due_at then send_on end
        else coalesce((told.day + time '09:00') at time zone 'Europe/London' > gift.due_at, false) end)
      from told where told.voucher = voucher.id and told.at > told.last - interval '10 seconds'
    )`

interface KnownEmail {
  messageId: string
  isBounced: boolean
  isAccepted: boolean
}

const KNOWN = `
  select message_id as "messageId", bounced_at is not null as "isBounced", accepted_at is not null as "isAccepted" from outbox where message_id is not null`

/**
 * Gift emails that came back to vouchers that have not changed at all since, whose buyers were not told, though no other
 * email has arrived.
 */
const UNTOLD = `
  select voucher.id from gift_voucher voucher
    join outbox on template = 'voucher-gift' and about = voucher.id
  where bounced_at is not null and recipient = voucher.recipient_email and data ->> 'voucherCode' = voucher.code
    and voucher.status = 'active' and payment_id is not null
    and not exists (select from voucher_entry where voucher_id = voucher.id and kind <> 'issue')
    and not exists (select from refund where refund.payment_id = voucher.payment_id)
    and not exists (select from dispute where dispute.payment_id = voucher.payment_id)
    and not exists (select from fraud_alert where fraud_alert.payment_id = voucher.payment_id)
    and not exists (
      select from outbox other
      where other.template = 'voucher-gift' and other.about = voucher.id and other.accepted_at is not null and other.bounced_at is null
        and other.recipient = voucher.recipient_email and other.data ->> 'voucherCode' = voucher.code)
    and not exists (select from outbox told where told.key = 'voucher:' || voucher.id || ':gift-undelivered:' || outbox.id)`

/** Returns a sentence for each voucher that was emailed, replaced or spoken of in a way that it should not be. */
export async function judgeDelivery(run: SimRun): Promise<string[]> {
  const vouchers = await run.rows<Voucher>(VOUCHERS)
  const changes = await run.rows<Change>(CHANGES)
  const told = await run.rows<Told>(TOLD)
  const known = await run.rows<KnownEmail>(KNOWN)
  const untold = await run.rows<{ id: string }>(UNTOLD)
  const toldAnotherDay = await run.rows<{ id: string }>(TOLD_ANOTHER_DAY)
  return [
    ...vouchers.flatMap((voucher) => judgeGiftEmails(run, voucher, changes)),
    ...vouchers.flatMap((voucher) => judgeReissues(run, voucher, changes)),
    ...vouchers.flatMap(({ id }) => judgeTold(id, changes, told)),
    ...judgeBounces(run, known),
    ...vouchers
      .filter((voucher) => voucher.isSent && !hasLeft(run, voucher))
      .map(({ id }) => `the code of voucher ${id} has never left`),
    ...untold.map(({ id }) => `the buyer of voucher ${id} was not told that its email came back`),
    ...toldAnotherDay.map(
      ({ id }) => `the buyer of voucher ${id} believes that it is emailed at another time`,
    ),
    ...(await judgeMailboxes(run, vouchers, known)),
    ...(await judgeOldCodes(run, vouchers, changes)),
    ...(await judgeLinks(run)),
    ...(await judgeUses(run, vouchers, changes)),
  ]
}

const hasLeft = ({ mailbox }: SimRun, voucher: Voucher) =>
  mailbox.deliveries.some((delivery) => isGiftEmail(delivery) && delivery.code === voucher.code)

const isBounceOf = (event: MailEvent, { messageId }: DeliveredEmail) =>
  event.RecordType === 'Bounce' &&
  event.MessageID === messageId &&
  BOUNCED.some((type) => type === event.Type)

const isDeliveryOf = (event: MailEvent, { messageId }: DeliveredEmail) =>
  event.RecordType === 'Delivery' && event.MessageID === messageId

/** Checks that each code was emailed to an address once, and once more only after a bounce or a press. */
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
    return tooMany.map(
      (address) => `a code of voucher ${id} was emailed to ${address} again without a reason`,
    )
  })
}

/**
 * Checks that a code that works lies in no mailbox but those of its voucher's present addresses, whether or not the site
 * knows that the provider took the email: only one that came back first may, and Needs attention says so, unless the
 * event of its arrival was lost.
 */
async function judgeMailboxes(run: SimRun, vouchers: Voucher[], known: KnownEmail[]): Promise<string[]> {
  const { mailbox } = run
  return await tryInProcess(run, 'mailboxes', async (services, problems) => {
    const { items } = await listAttention(services)
    const isKnown = (id: string, to: string) =>
      items.some(
        (item) =>
          item.kind === 'mail' &&
          item.state === 'elsewhere' &&
          item.voucherId === id &&
          item.recipient === to,
      )
    const returned = new Set(
      known.filter((one) => one.isBounced && !one.isAccepted).map(({ messageId }) => messageId),
    )
    const arrived = mailbox.deliveries.filter((one) => !hasComeBack(run, one) && !returned.has(one.messageId))
    for (const { id, code, addresses } of vouchers.filter(({ isActive }) => isActive)) {
      const lying = arrived.filter((one) => one.code === code)
      const strange = lying.filter(({ to }) => !addresses.includes(to) && !isKnown(id, to))
      for (const { to, subject } of strange)
        problems.push(`the code of voucher ${id} for ${addresses.join(', ')} lies with ${to}: ${subject}`)
    }
  })
}

/** Whether the last that the provider knows of an email is that it came back. */
const hasComeBack = ({ mailbox }: SimRun, delivery: DeliveredEmail) => {
  const last = mailbox
    .events()
    .findLast((event) => isBounceOf(event, delivery) || isDeliveryOf(event, delivery))
  return last !== undefined && last.RecordType !== 'Delivery'
}

const codesBefore = (id: string, changes: Change[]) =>
  changes.filter(({ voucher }) => voucher === id).map(({ oldCode }) => oldCode)

const isReplacement = ({ oldCode, newCode }: Pick<Change, 'oldCode' | 'newCode'>) => oldCode !== newCode

/** Checks that each confirmed reissue replaced the code, and none did so twice. A correction may replace it as well. */
function judgeReissues(
  { reissues, corrections }: SimRun,
  { id, payment }: Voucher,
  changes: Change[],
): string[] {
  const own = reissues.filter(({ voucher }) => voucher === id)
  const kept = own.filter(({ isConfirmed }) => isConfirmed)
  const byBuyer = kept.filter(({ isByBuyer }) => isByBuyer).length
  const confirmed = kept.length - Math.max(0, byBuyer - 1)
  const replaced = changes.filter((change) => change.voucher === id && isReplacement(change))
  const times = replaced.filter(({ isBuyerChanged }) => !isBuyerChanged).length
  const corrected = corrections.filter((each) => each === payment).length
  return confirmed <= times && times <= own.length + corrected
    ? []
    : [
        `voucher ${id} was reissued ${times} times after ${own.length} requests, ${confirmed} of them confirmed`,
      ]
}

/**
 * Checks that the buyer is told of each change once, and another former recipient only if their server took the email.
 */
function judgeTold(id: string, changes: Change[], told: Told[]): string[] {
  const own = changes.filter(({ voucher }) => voucher === id)
  const ofBuyer = own.filter(({ newAddress, buyer }) => buyer && buyer !== newAddress)
  const ofFormer = own.filter(
    ({ oldAddress, newAddress, buyer, ...change }) =>
      isReplacement(change) && change.wasAccepted && oldAddress !== newAddress && oldAddress !== buyer,
  )
  const emails = (template: string) => told.filter((one) => one.voucher === id && one.template === template)
  const toBuyer = emails('gift-changed').filter(({ isOfDay }) => isOfDay !== true)
  const forgotten = toBuyer.filter(({ isOfDay }) => isOfDay === null).length
  const toFormer = emails('gift-replaced').length
  return [
    ...(toBuyer.length - forgotten <= ofBuyer.length && ofBuyer.length <= toBuyer.length
      ? []
      : [`the buyer of voucher ${id} was told ${toBuyer.length} times of ${ofBuyer.length} changes`]),
    ...(toFormer === ofFormer.length
      ? []
      : [
          `${toFormer} emails about voucher ${id} went to the ${ofFormer.length} former recipients who have it`,
        ]),
  ]
}

/** Checks that each bounce is known, if not by the webhook then by the list that the hourly job reads. */
function judgeBounces({ mailbox, busyPeriods, timeline }: SimRun, known: KnownEmail[]): string[] {
  const since = busyPeriods.at(-1)?.from ?? 0
  return mailbox
    .events()
    .filter((event) => event.RecordType === 'Bounce' && BOUNCED.some((type) => type === event.Type))
    .filter((event) => {
      const at = Date.parse('BouncedAt' in event ? event.BouncedAt : '')
      return at > since && at < timeline.now - 15 * MINUTE
    })
    .filter(({ MessageID }) =>
      known.some((one) => one.messageId === MessageID && !one.isBounced && !one.isAccepted),
    )
    .map(({ MessageID }) => `${MessageID} came back, and nobody knows`)
}

const LINK = /\/your-purchase#(\S+)/
const HELD_LINK = /\/voucher(#[^\s"<]+)/g
const SENT_AGAIN = `select id from outbox where key like '%:again:%'`

/** Checks that no link to "Your purchase" opens a purchase for an address that is not its buyer's any more. */
async function judgeLinks(run: SimRun): Promise<string[]> {
  // The owner may have typed another address.
  const copies = await run.rows<{ id: string }>(SENT_AGAIN)
  const again = new Set([...run.sentAgain, ...copies.map(({ id }) => id)])
  const links = run.mailbox.deliveries.flatMap(({ messageId, outboxId, to }) => {
    const token = LINK.exec(run.mailbox.find(messageId).text)?.[1]
    return token && !again.has(outboxId) ? { token, to } : []
  })
  return await tryInProcess(run, 'links', async (services, problems) => {
    for (const [nth, { token, to }] of links.entries()) {
      const purchase = await openOrMiss(findPurchase(services, token, `judge ${nth}`))
      if (purchase && purchase.buyerEmail !== to)
        problems.push(`a link in the mailbox of ${to} opens a purchase of ${purchase.buyerEmail}`)
    }
  })
}

/**
 * Checks that only recipients have a link that shows the uses of a voucher: its giver must not learn of a visit. Where the
 * voucher is no longer for, an email may still arrive.
 */
async function judgeUses(run: SimRun, vouchers: Voucher[], changes: Change[]): Promise<string[]> {
  const arrived = run.mailbox.deliveries.filter((delivery) => !hasComeBack(run, delivery))
  const links = arrived.flatMap(({ messageId, to, subject }) => {
    const { html, text } = run.mailbox.find(messageId)
    const hashes = [...`${html} ${text}`.matchAll(HELD_LINK)].map(([, hash = '']) => hash)
    return [...new Set(hashes)].map((hash) => ({ hash, to, subject }))
  })
  return await tryInProcess(run, 'uses', async (services, problems) => {
    for (const [nth, { hash, to, subject }] of links.entries()) {
      const link = readVoucherFragment(hash)
      if (!link || 'stopToken' in link) continue
      const asked = { ...link, token: link.token, recipientEmail: to }
      const held = await openOrMiss(findHeldVoucher(services, asked, `judge ${nth}`))
      const recipient = vouchers.find(({ id }) => id === held?.id)?.recipient
      const wasRecipient = changes.some(
        ({ voucher, oldAddress, buyer }) => voucher === held?.id && oldAddress === to && buyer !== to,
      )
      if (held?.entries && to !== recipient && !wasRecipient)
        problems.push(`a link in the mailbox of ${to} shows the uses of ${recipient}: ${subject}`)
    }
  })
}

/** Checks that every code that was ever given out opens the voucher that has it now, or nothing. */
async function judgeOldCodes(run: SimRun, vouchers: Voucher[], changes: Change[]): Promise<string[]> {
  const given = run.mailbox.deliveries.flatMap(({ code }) => code ?? [])
  const codes = new Set([...given, ...changes.map(({ oldCode }) => oldCode)])
  return await tryInProcess(run, 'codes', async (services, problems) => {
    for (const code of codes) {
      const owner = vouchers.find((voucher) => voucher.code === code)?.id
      const found = (await openOrMiss(findByCode(services, code)))?.voucher.id
      if (found !== owner)
        problems.push(`a code of ${found ?? 'no voucher'} belongs to ${owner ?? 'no voucher'}`)
    }
  })
}

/** Resolves to undefined where nothing is found. */
const openOrMiss = <Found>(found: Promise<Found>): Promise<Found | undefined> =>
  found.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') return undefined
    throw error
  })

/** Tries something in a simulated process, because the network of the database is simulated. */
async function tryInProcess(
  run: SimRun,
  what: string,
  work: (services: Services, problems: string[]) => Promise<void>,
): Promise<string[]> {
  const problems = [`the ${what} could not be tried`]
  run.timeline.start(async () => {
    await run.runProcess(`judge ${what}`, MINUTE, async ({ services }) => {
      await work(services, problems)
      problems.shift()
    })
  })
  await run.timeline.runUntil(run.timeline.now + MINUTE)
  return problems
}
