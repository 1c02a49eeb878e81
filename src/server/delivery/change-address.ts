import { sql, type RawBuilder } from 'kysely'
import type { Body } from '#contract/base/endpoint.ts'
import type { changeAddressEndpoint } from '#contract/email/emails.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { countRequest, isAdmitted, requireWithinLimit, type RateLimit } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { cancelEmails, enqueueAgain, enqueueEmail, IS_SENT_ONCE, isUnclaimed } from '#server/email/outbox.ts'
import { IS_READY } from '#server/orders/rules/units-to-hand-over.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import {
  isBeingSent,
  lockUnsentGiftEmail,
  MAY_BE_DELIVERED,
  MAY_BE_WITH_BUYER,
} from '#server/vouchers/giving/gift-email.ts'
import { beingSentError, giveVoucher } from '#server/vouchers/giving/give-voucher.ts'
import { generateVoucherCode } from '#server/vouchers/ledger/issue-voucher.ts'

export type Correctable = Body<typeof changeAddressEndpoint>

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

/** Corrects the customer's address on a record for an admin. */
export async function changeAddress(
  services: Deps,
  { requestId = services.random.uuid(), ...wanted }: Correctable,
  actor: string,
): Promise<void> {
  const now = services.clock.now()
  const once = idempotent<CorrectedAddress>(
    { endpoint: 'changeAddress', target: wanted.id, requestId, body: wanted },
    now,
  )
  const corrected = await correctRecordAddress(
    services,
    { ...wanted, newLink: services.random.uuid(), actor, now },
    { once, limit: { ...RATE_LIMITS.changeAddress, key: actor } },
  )
  if (!corrected)
    throw new DomainError('not_found', 'We have no address to correct here. It may have been erased.')
}

/** `link`: what the link to "Your purchase" is signed for then, if the record is a purchase and the address is another. */
export interface CorrectedAddress {
  link: string
}

interface CorrectionRules {
  once: ReturnType<typeof idempotent<CorrectedAddress>>
  limit: RateLimit
  /** SQL condition that holds before, during and after the change. */
  allowed?: RawBuilder<boolean>
}

/**
 * Corrects the customer's address on a record and sends its receipt or confirmation again, there. A voucher whose whole code
 * may lie in the buyer's mailbox at the former address gets a new one, even if it cannot be used now. Links in emails to the
 * former address open nothing any more. An email tells a buyer there of the change. Returns undefined if there is no address,
 * or it may not be changed.
 */
export async function correctRecordAddress(
  { db, random }: Pick<Deps, 'db' | 'random'>,
  wanted: Omit<Change, 'isFirst'>,
  { once, limit, allowed = sql<boolean>`true` }: CorrectionRules,
): Promise<CorrectedAddress | undefined> {
  const { kind, id, email, newLink, now } = wanted
  const isFirst = sql<boolean>`${once.isFirst} and ${isAdmitted(limit)} and ${allowed}`
  const { stored, counted, sending } = await db.batch({
    ...once.begin,
    counted: countRequest(limit, now),
    ...statementsFor({ ...wanted, isFirst }, generateVoucherCode(random)),
    ...once.end(sql`
      select jsonb_build_object('link', ${newLink}::uuid) as answer from ${sql.table(TABLES[kind])}
      where id = ${id} and ${sql.ref(kind === 'voucher' ? 'buyer_email' : 'email')} = ${email} and ${allowed}`),
    sending: sql`select from gift_voucher voucher where voucher.id = ${id} and ${isBeingSentToBuyer(now)}`,
  })
  const corrected = once.read(stored)
  if (corrected) return corrected
  requireWithinLimit(counted[0], now)
  if (sending.length > 0) throw beingSentError()
  return undefined
}

const TABLES = {
  voucher: 'gift_voucher',
  order: 'orders',
  appointment: 'appointment',
  message: 'contact_message',
  question: 'product_inquiry',
} as const

interface Change extends Omit<Correctable, 'requestId'> {
  isFirst: RawBuilder<boolean>
  /** What the link to "Your purchase" is signed for from now on. */
  newLink: string
  actor: string
  now: Date
}

function statementsFor(change: Change, code: string) {
  if (change.kind === 'voucher') return voucherStatements(change, code)
  return change.kind === 'order' ? orderStatements(change) : enquiryStatements(change, TABLES[change.kind])
}

/** SQL condition: it is leaving at this moment, and for the buyer, or it would need a new code. */
const isBeingSentToBuyer = (now: Date) =>
  sql`${isBeingSent(now)} and (voucher.deliver_to = 'buyer' or ${MAY_BE_WITH_BUYER})`

/** Locks in the order that all code uses: payments, orders, vouchers. */
const lockPayment = (table: string, id: string) => sql`
  select id from payment where id = (select payment_id from ${sql.table(table)} where id = ${id}) for no key update`

/** Sends what waits for or failed at the former address to the new one. What has no address yet gets it when it leaves. */
const moveUnsent = ({ email, now }: Change, former: RawBuilder<unknown>, about: RawBuilder<unknown>) => sql`
  with cancelled as (${cancelEmails(
    sql`
      recipient = ${former} and data is not null and not ${IS_SENT_ONCE} and ${about}
      and (recipient <> ${email} or ${isUnclaimed(now)})`,
    now,
  )} returning *)
  ${enqueueAgain(sql`from cancelled last`, now, email)}`

/** The emails about a purchase: about its record or one of its refunds. */
const isAboutPurchase = (table: string, id: string) => sql`
  about in (
    select ${id}::uuid union all select refund.id from refund join ${sql.table(table)} bought using (payment_id) where bought.id = ${id}
  )`

/** Corrects the form data, and makes another link to "Your purchase" if the address is another: the former one is dead. */
const relink = ({ email, newLink }: Change, field: string, purchase: RawBuilder<unknown>) => sql`
  update payment set purchase = purchase || jsonb_build_object(${field}::text, ${email}::text),
    link_id = case when theirs.email = ${email} then link_id else ${newLink} end
  from ${purchase} theirs where payment.id = theirs.payment_id`

/**
 * Records that a buyer's address is corrected, and tells the former one: somebody else may have changed it. Nothing goes
 * to a mailbox that does not exist. `former`: the record with its `address` before the change.
 */
const tellFormer = ({ kind, email, actor, now }: Change, former: RawBuilder<unknown>) => sql`
  with former as (${former}),
  told as (${enqueueEmail(
    {
      key: sql`${`${kind}:`}::text || former.id || ':address-changed:' || gen_random_uuid()`,
      template: 'address-changed',
      recipient: sql`former.address`,
      data: {},
      at: now,
    },
    sql`
      from former where former.address <> ${email} and not exists (
        select from outbox where outbox.about = former.id and outbox.recipient = former.address
          and outbox.bounce = 'no_mailbox'
      )`,
  )})
  ${recordActivity(
    {
      at: now,
      actor,
      action: 'address_corrected',
      ...(kind === 'order' ? { orderId: sql`id` } : { voucherId: sql`id` }),
      after: { corrected: sql`address <> ${email}` },
    },
    sql`from former`,
  )}`

/** SQL `from …` with the last of the emails `isAbout` as `last`, if `changed` has a row and it has left, or is leaving. */
const lastThatLeft = (changed: RawBuilder<unknown>, isAbout: RawBuilder<unknown>, now: Date) => sql`
  from ${changed} cross join lateral (
    select outbox.* from outbox where ${isAbout} order by created_at desc limit 1
  ) last
  where (last.sent_at is not null or last.claimed_until > ${now} and last.recipient <> '')`

function voucherStatements({ isFirst, ...change }: Change, code: string) {
  const { id, email, actor, now } = change
  const isTheirs = sql<boolean>`
    voucher.id = ${id} and voucher.buyer_email <> '' and not (${isBeingSentToBuyer(now)}) and ${isFirst}`
  const needsCode = sql`voucher.buyer_email <> ${email} and ${MAY_BE_WITH_BUYER}`
  /** It goes to the buyer, and nothing has arrived. */
  const isDue = sql`voucher.deliver_to = 'buyer' and voucher.status = 'active' and not ${MAY_BE_DELIVERED}`
  return {
    paymentLock: lockPayment('gift_voucher', id),
    lock: sql`select id from gift_voucher where id = ${id} for no key update`,
    emailLock: lockUnsentGiftEmail(sql`voucher.id = ${id}`),
    moved: moveUnsent(
      { ...change, isFirst },
      sql`(select buyer_email from gift_voucher voucher where ${isTheirs})`,
      // Not the recipient's at the same address. The emails to the holder follow the voucher.
      sql`${isAboutPurchase('gift_voucher', id)} and (template not in ('voucher-gift', 'voucher-ended')
        or (select deliver_to from gift_voucher where id = ${id}) = 'buyer')`,
    ),
    purchase: relink(
      { ...change, isFirst },
      'buyerEmail',
      sql`(select payment_id, buyer_email as email from gift_voucher voucher where ${isTheirs})`,
    ),
    told: tellFormer(
      { ...change, isFirst },
      sql`select voucher.id, buyer_email as address from gift_voucher voucher where ${isTheirs}`,
    ),
    given: giveVoucher({
      where: sql`${isTheirs} and (${needsCode} or ${isDue})`,
      buyerEmail: email,
      sendOn: sql`voucher.send_on`,
      newCode: { code, where: needsCode },
      actor,
      now,
    }),
    corrected: sql`
      with changed as (
        update gift_voucher voucher set buyer_email = ${email} where ${isTheirs} returning id
      )
      ${enqueueAgain(
        lastThatLeft(
          sql`changed`,
          sql`outbox.about = ${id} and (outbox.template = 'voucher-receipt' or outbox.template = 'voucher-copy'
            and exists (select from gift_voucher where id = ${id} and status = 'active'))`,
          now,
        ),
        now,
        email,
      )}`,
  }
}

function orderStatements(change: Change) {
  const { id, email, isFirst, now } = change
  const isTheirs = sql<boolean>`orders.id = ${id} and orders.email <> '' and ${isFirst}`
  return {
    paymentLock: lockPayment('orders', id),
    lock: sql`select id from orders where id = ${id} for no key update`,
    moved: moveUnsent(
      change,
      sql`(select email from orders where ${isTheirs})`,
      isAboutPurchase('orders', id),
    ),
    purchase: relink(change, 'email', sql`(select payment_id, email from orders where ${isTheirs})`),
    told: tellFormer(change, sql`select orders.id, email as address from orders where ${isTheirs}`),
    corrected: sql`
      with changed as (update orders set email = ${email} where ${isTheirs} returning id),
      again as (${enqueueAgain(
        lastThatLeft(sql`changed`, sql`outbox.about = ${id} and outbox.template = 'order-confirmation'`, now),
        now,
        email,
      )})
      ${enqueueAgain(
        lastThatLeft(
          sql`(select orders.id from changed join orders using (id) where ${IS_READY})`,
          sql`outbox.about = ${id} and outbox.template = 'order-ready'`,
          now,
        ),
        now,
        email,
      )}`,
  }
}

function enquiryStatements(change: Change, table: string) {
  const { kind, id, email, isFirst, actor, now } = change
  const isTheirs = sql<boolean>`id = ${id} and email <> '' and ${isFirst}`
  // The confirmation of the appointment, or that the enquiry has arrived: the last of them is sent again.
  const isAbout = sql`outbox.about = ${id}
    and outbox.template ~ '^(appointment-confirmation|appointment-confirmed|contact-confirmation|product-inquiry-confirmation)$'`
  return {
    lock: sql`select id from ${sql.table(table)} where id = ${id} for no key update`,
    moved: moveUnsent(change, sql`(select email from ${sql.table(table)} where ${isTheirs})`, isAbout),
    corrected: sql`
      with changed as (update ${sql.table(table)} set email = ${email} where ${isTheirs} returning id),
      again as (${enqueueAgain(sql`${lastThatLeft(sql`changed`, isAbout, now)} and last.data is not null`, now, email)})
      ${recordActivity({ at: now, actor, action: 'address_corrected', after: { kind } }, sql`from changed`)}`,
  }
}
