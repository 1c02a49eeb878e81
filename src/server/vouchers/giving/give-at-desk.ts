import { sql, type RawBuilder } from 'kysely'
import type { Body } from '#contract/base/endpoint.ts'
import { londonDay, sendOnProblem } from '#contract/base/send-date.ts'
import type { reissueVoucherEndpoint, resendVoucherEndpoint } from '#contract/vouchers/voucher-changes.ts'
import type { Services } from '#server/clients/services.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { countRequest, isAdmitted, requireWithinLimit } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { getVoucher, readDetail, selectDetail } from '#server/vouchers/desk/voucher-detail.ts'
import type { DetailWithActors } from '#server/vouchers/desk/voucher-rows.ts'
import {
  IS_GIFT_EMAIL,
  isBeingSent,
  lockUnsentGiftEmail,
  MAY_BE_DELIVERED,
  MAY_BE_WITH_BUYER,
} from '#server/vouchers/giving/gift-email.ts'
import { beingSentError, giveVoucher } from '#server/vouchers/giving/give-voucher.ts'
import { statusRefusal, type VoucherChange } from '#server/vouchers/ledger/change-balance.ts'
import { generateVoucherCode } from '#server/vouchers/ledger/issue-voucher.ts'
import { lockVoucher, voucherNotFoundError } from '#server/vouchers/ledger/lock-voucher.ts'
import { dayAhead, GIFT_ADDRESS, isUsable } from '#server/vouchers/rules/voucher-facts.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

/**
 * Emails an active voucher again and returns it. An email that is still unsent is changed instead of a second one; unless
 * told otherwise, it keeps its day. A voucher that goes to the buyer goes there again, unless an address is given. One on
 * paper is emailed from then on. Throws `already_sent` if its code may lie in a mailbox: then another address needs a new
 * one. Emails once per request id.
 */
export async function resendVoucher(
  { db, clock, random }: Deps,
  { voucherId, actor }: VoucherChange,
  { requestId = random.uuid(), ...wanted }: Body<typeof resendVoucherEndpoint> = {},
): Promise<DetailWithActors> {
  const { recipientEmail, sendOn } = wanted
  if (sendOn) await requirePossibleDay({ db, clock }, voucherId, sendOn)
  const now = clock.now()
  const address = sql`${recipientEmail ?? null}::text`
  const isChanged = recipientEmail !== undefined || typeof sendOn === 'string'
  const isElsewhere = sql`
    ${address} <> coalesce(${GIFT_ADDRESS}, voucher.buyer_email) and (${MAY_BE_DELIVERED}
      or voucher.deliver_to = 'print' and ${MAY_BE_WITH_BUYER})`
  const refusal: RawBuilder<Refusal> = sql`case
    when not ${isUsable(now)} then 'not_active'
    when voucher.deliver_to = 'print' and coalesce(${address}, voucher.recipient_email, '') = '' then 'no_address'
    when voucher.deliver_to = 'buyer' and nullif(${address}, ${GIFT_ADDRESS}) is null and ${typeof sendOn === 'string'}::boolean then 'no_day'
    when ${isChanged}::boolean and ${isBeingSent(now)} then 'being_sent'
    when ${isElsewhere} then 'already_sent'
    when voucher.buyer_name = '' or ${address} is null and ${GIFT_ADDRESS} = '' then 'erased' end`
  const isUnsent = sql`exists (select from outbox where ${IS_GIFT_EMAIL} and outbox.sent_at is null)`
  const once = idempotent<{ voucherId: string }>(
    { endpoint: 'resendVoucher', target: voucherId, requestId, body: wanted },
    now,
  )
  const limit = { ...RATE_LIMITS.resendVoucher, key: voucherId }
  const results = await db.batch({
    ...once.begin,
    lock: lockVoucher(voucherId),
    emailLock: lockUnsentGiftEmail(sql`voucher.id = ${voucherId}`),
    limit: countRequest(limit, now),
    // Before the change: another address is refused, and is the present one after it.
    before: sql<{ refusal: Refusal }>`
      select ${refusal} as refusal from gift_voucher voucher where id = ${voucherId}`,
    given: giveVoucher({
      where: sql`voucher.id = ${voucherId} and ${isAdmitted(limit)} and ${refusal} is null and ${once.isFirst}`,
      recipientEmail: sql`coalesce(${address}, case voucher.deliver_to when 'print' then voucher.recipient_email end)`,
      sendOn:
        sendOn === undefined
          ? sql`case when ${isUnsent} then ${dayAhead(sql`voucher.send_on`, now)} end`
          : sql`${sendOn}::date`,
      actor,
      now,
    }),
    ...once.end(
      sql`
        select jsonb_build_object('voucherId', voucher_id) as answer from activity
        where voucher_id = ${voucherId} and action = 'voucher_resent' and actor = ${actor} and at = ${now}`,
    ),
    ...selectDetail(voucherId, now),
  })
  if (!results.before[0]) throw voucherNotFoundError()
  if (once.read(results.stored)) return readDetail(results)
  requireWithinLimit(results.limit[0], now)
  const why = results.before[0].refusal
  if (why) throw refusals[why]()
  return readDetail(results)
}

type Refusal = keyof typeof refusals | null

const refusals = {
  not_active: () => new DomainError('not_active', 'Only an active voucher can be emailed.'),
  no_address: () =>
    missing('recipientEmail', 'This voucher is on paper. To email it, please enter an email address'),
  no_day: () =>
    missing(
      'sendOn',
      'The buyer is emailed straight away. To choose a day, please enter the recipient’s address',
    ),
  being_sent: beingSentError,
  already_sent: () =>
    new DomainError(
      'already_sent',
      'We have already emailed this voucher, or tried to, so someone may have its code. Please reissue the voucher, and we will send it to the new address with a new code.',
    ),
  erased: () =>
    new DomainError(
      'not_active',
      'The details of the person this voucher was for have been erased, so we cannot send it.',
    ),
}

function missing(field: string, sentence: string): DomainError {
  return new DomainError('invalid_request', `${sentence}.`, { fields: { [field]: sentence } })
}

/** Throws `invalid_request` unless the voucher can be emailed on a day. */
async function requirePossibleDay(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  voucherId: string,
  sendOn: string,
): Promise<void> {
  const { voucher } = await getVoucher({ db, clock }, voucherId)
  const { state, since } = voucher.giftEmail ?? {}
  // It may keep its day on the morning of that day.
  if (voucher.sendOn === sendOn && state === 'waiting' && since === undefined) return
  const problem = sendOnProblem(sendOn, { today: londonDay(clock.now()), lastDay: voucher.expiryDate })
  if (problem) throw missing('sendOn', problem)
}

/**
 * Gives an active voucher a new code, or the one that a restored backup does not know, and emails it, to another address
 * if one is given. Throws `invalid_request` for a code that a voucher has or had.
 */
export async function reissueVoucher(
  { db, clock, random }: Deps,
  { voucherId, actor }: VoucherChange,
  { requestId = random.uuid(), ...wanted }: Body<typeof reissueVoucherEndpoint>,
): Promise<DetailWithActors> {
  const now = clock.now()
  const code = wanted.code ?? generateVoucherCode(random)
  const once = idempotent<{ voucherId: string }>(
    { endpoint: 'reissueVoucher', target: voucherId, requestId, body: wanted },
    now,
  )
  const limit = { ...RATE_LIMITS.resendVoucher, key: voucherId }
  const results = await codeTaken(
    db.batch({
      ...once.begin,
      lock: lockVoucher(voucherId),
      emailLock: lockUnsentGiftEmail(sql`voucher.id = ${voucherId}`),
      limit: countRequest(limit, now),
      given: giveVoucher({
        where: sql`voucher.id = ${voucherId} and ${isUsable(now)} and ${isAdmitted(limit)} and ${once.isFirst}`,
        recipientEmail: sql`${wanted.recipientEmail ?? null}::text`,
        newCode: { code },
        actor,
        now,
      }),
      ...once.end(
        sql`select jsonb_build_object('voucherId', id) as answer from gift_voucher where id = ${voucherId} and code = ${code}`,
      ),
      ...selectDetail(voucherId, now),
    }),
  )
  const detail = readDetail(results)
  if (once.read(results.stored)) return detail
  requireWithinLimit(results.limit[0], now)
  const [voucher] = results.voucher
  throw (
    statusRefusal(voucher!, ['active'], now) ??
    (voucher!.state === 'sending' ? refusals.being_sent() : refusals.erased())
  )
}

async function codeTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'gift_voucher_code') throw error
    throw missing('code', 'This code is already in use, or was in the past')
  }
}
