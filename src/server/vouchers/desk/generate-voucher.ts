import { sql, type RawBuilder } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import type { Body } from '#contract/base/endpoint.ts'
import { shortPounds, type Pence } from '#contract/base/money.ts'
import { lastValidDay, londonDay, sendOnProblem } from '#contract/base/send-date.ts'
import {
  SALES_PER_PROOF,
  STAFF_SALE_MAX,
  STAFF_SALES_OF_DAY_MAX,
  type generateVoucherEndpoint,
} from '#contract/vouchers/generate-voucher.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { ownersOnly, type Viewer } from '#server/auth/rules/owners-only.ts'
import { isFresh, stepUpRequired, type Proved } from '#server/auth/rules/recent-proof.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { startOfDay } from '#server/db/london-days.ts'
import { DomainError } from '#server/domain-error.ts'
import { getVoucher } from '#server/vouchers/desk/voucher-detail.ts'
import type { DetailWithActors } from '#server/vouchers/desk/voucher-rows.ts'
import {
  beginGiving,
  complimentaryLeft,
  dailyLimitError,
} from '#server/vouchers/ledger/complimentary-value.ts'
import { enqueueComplimentaryAlert } from '#server/vouchers/ledger/enqueue-complimentary-alert.ts'
import {
  enqueueVoucherEmail,
  generateVoucherCode,
  insertIssue,
  validUntil,
} from '#server/vouchers/ledger/issue-voucher.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>
type VoucherInput = Omit<Body<typeof generateVoucherEndpoint>, 'requestId'>

/**
 * Issues a voucher at the desk, sold or complimentary, on paper or by email, and enqueues its emails: one on paper has only
 * the receipt, if its buyer has an address. Throws `invalid_request` for a taken code or an impossible day, `daily_limit` if too
 * little is left of the day's complimentary value, or of what staff may sell, and `step_up_required` after `SALES_PER_PROOF`.
 */
export async function generateVoucher(
  services: Deps,
  admin: Viewer & Proved,
  { requestId = services.random.uuid(), ...input }: Body<typeof generateVoucherEndpoint>,
): Promise<DetailWithActors> {
  requirePossibleDay(input, services.clock.now())
  if (admin.role === 'staff' && input.originalAmount > STAFF_SALE_MAX)
    throw await staffLimitError(services.db, `You can sell vouchers of up to ${shortPounds(STAFF_SALE_MAX)}`)
  try {
    return await tryGenerate(services, admin, requestId, input)
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'gift_voucher_code') throw error
    if (input.customVoucherCode === undefined) return await tryGenerate(services, admin, requestId, input)
    const sentence = 'This code is already taken. Please choose another one'
    throw new DomainError('invalid_request', `${sentence}.`, { fields: { customVoucherCode: sentence } })
  }
}

function requirePossibleDay({ deliverTo, sendOn }: VoucherInput, now: Date): void {
  if (deliverTo === 'print' || sendOn === undefined) return
  const today = londonDay(now)
  const problem = sendOnProblem(sendOn, { today, lastDay: lastValidDay(today, clinic.vouchers.validMonths) })
  if (problem) throw new DomainError('invalid_request', `${problem}.`, { fields: { sendOn: problem } })
}

async function tryGenerate(
  services: Deps,
  { id: actor, role, provedAt }: Viewer & Proved,
  requestId: string,
  input: VoucherInput,
): Promise<DetailWithActors> {
  const { db, clock, random } = services
  const now = clock.now()
  const id = random.uuid()
  const idempotency = idempotent<{ voucherId: string }>(
    { endpoint: 'generateVoucher', requestId, body: input },
    now,
  )
  const isPrinted = input.deliverTo === 'print'
  const isGiven = input.paidBy === 'complimentary'
  const isStaff = role === 'staff'
  const staffLeft = leftOf(STAFF_SALES_OF_DAY_MAX, soldSince(actor, startOfDay(londonDay(now))))
  const proofLeft = leftOf(SALES_PER_PROOF, soldSince(actor, sql`${provedAt}`))
  const saleLeft = sql<Pence>`least(${isStaff ? staffLeft : sql`null::int`}, ${isFresh({ provedAt }, now) ? sql`null::int` : proofLeft})`
  const isWithinLimits = sql`coalesce(${isGiven ? complimentaryLeft(now) : saleLeft} >= ${input.originalAmount}, true)`
  const {
    stored,
    complimentaryLeft: left,
    staffLeft: staffLefts,
  } = await db.batch({
    ...idempotency.begin,
    ...(isGiven ? beginGiving(now) : {}),
    // Sales of one person at the same time see each other.
    ...(!isGiven && {
      seller: query.selectFrom('adminUser').select('id').where('id', '=', actor).forUpdate(),
    }),
    ...(isStaff && { staffLeft: sql<{ pence: Pence }>`select ${staffLeft} as pence` }),
    voucher: insertRows(
      'giftVoucher',
      {
        id,
        paidBy: input.paidBy,
        byPhone: input.byPhone === true && !isGiven,
        code: input.customVoucherCode ?? generateVoucherCode(random),
        codeGenerated: input.customVoucherCode === undefined,
        buyerName: input.buyerName ?? null,
        buyerEmail: input.buyerEmail ?? null,
        recipientName: input.recipientName,
        recipientEmail: (isPrinted ? undefined : input.recipientEmail) ?? null,
        deliverTo: isPrinted ? 'print' : 'recipient',
        sendOn: (isPrinted ? undefined : input.sendOn) ?? null,
        personalMessage: input.personalMessage ?? null,
        originalPence: input.originalAmount,
        balancePence: input.originalAmount,
        issuedAt: now,
        expiresAt: validUntil(now),
      },
      sql`where ${idempotency.isFirst} and ${isWithinLimits}`,
    ),
    issue: insertIssue(id, actor, ISSUE_DESCRIPTIONS[input.paidBy], now),
    gift: enqueueVoucherEmail(id, 'voucher-gift', now),
    copy: enqueueVoucherEmail(id, 'voucher-copy', now),
    activity: recordActivity(
      {
        at: now,
        actor,
        action: 'voucher_issued',
        voucherId: sql`id`,
        after: { pence: sql`original_pence`, paidBy: sql`paid_by` },
      },
      sql`from gift_voucher where id = ${id}`,
    ),
    ...(input.paidBy === 'complimentary' && { alert: enqueueComplimentaryAlert(now) }),
    ...idempotency.end(
      sql`select jsonb_build_object('voucherId', id) as answer from gift_voucher where id = ${id}`,
    ),
  })
  const issued = idempotency.read(stored)
  if (issued) return await getVoucher(services, issued.voucherId)
  if (isGiven) throw dailyLimitError(left?.[0]?.pence ?? 0, 'originalAmount')
  const ofDay = staffLefts?.[0]?.pence ?? 0
  if (isStaff && ofDay < input.originalAmount) throw await staffLimitError(db, describeStaffLeft(ofDay))
  throw stepUpRequired()
}

const leftOf = (limit: Pence, sold: RawBuilder<unknown>) => sql<Pence>`(${limit}::int - ${sold})`

/** SQL: what somebody has sold at the desk since then (pence). */
const soldSince = (actor: string, start: RawBuilder<unknown>) => sql`(
  select coalesce(sum(entry.pence), 0) from voucher_entry entry join gift_voucher sold on sold.id = entry.voucher_id
  where entry.kind = 'issue' and entry.actor = ${actor} and sold.paid_by in ('cash', 'card')
    and entry.effective_at >= ${start}
)`

const describeStaffLeft = (pence: Pence) =>
  pence > 0
    ? `You can sell vouchers for another ${shortPounds(pence)} today`
    : `You have sold vouchers for ${shortPounds(STAFF_SALES_OF_DAY_MAX)} today, which is the most in a day`

async function staffLimitError(db: Deps['db'], sentence: string): Promise<DomainError> {
  const { message } = await ownersOnly(db, sentence)
  return new DomainError('daily_limit', message, { fields: { originalAmount: message } })
}

const ISSUE_DESCRIPTIONS = {
  cash: 'Sold at the clinic, cash',
  card: 'Sold at the clinic, card',
  complimentary: 'Given by the clinic',
}
