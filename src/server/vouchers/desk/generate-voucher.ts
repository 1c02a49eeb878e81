import { sql } from 'kysely'
import { clinic } from '#content/clinic.ts'
import type { Body } from '#contract/base/endpoint.ts'
import { lastValidDay, londonDay, sendOnProblem } from '#contract/base/send-date.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import type { generateVoucherEndpoint } from '#contract/vouchers/generate-voucher.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import { getVoucher } from '#server/vouchers/desk/voucher-detail.ts'
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
 * the receipt, if its buyer has an address. Throws `invalid_request` for a taken code or an impossible day, and `daily_limit` if too little is left of the day's complimentary value.
 */
export async function generateVoucher(
  services: Deps,
  actor: string,
  { requestId = services.random.uuid(), ...input }: Body<typeof generateVoucherEndpoint>,
): Promise<AdminVoucher> {
  requirePossibleDay(input, services.clock.now())
  try {
    return await tryGenerate(services, actor, requestId, input)
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'gift_voucher_code') throw error
    if (input.customVoucherCode === undefined) return await tryGenerate(services, actor, requestId, input)
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
  actor: string,
  requestId: string,
  input: VoucherInput,
): Promise<AdminVoucher> {
  const { db, clock, random } = services
  const now = clock.now()
  const id = random.uuid()
  const idempotency = idempotent<{ voucherId: string }>(
    { endpoint: 'generateVoucher', requestId, body: input },
    now,
  )
  const isPrinted = input.deliverTo === 'print'
  const isGiven = input.paidBy === 'complimentary'
  const isAllowed = isGiven ? sql`${complimentaryLeft(now)} >= ${input.originalAmount}` : sql`true`
  const { stored, complimentaryLeft: left } = await db.batch({
    ...idempotency.begin,
    ...(isGiven ? beginGiving(now) : {}),
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
      sql`where ${idempotency.isFirst} and ${isAllowed}`,
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
  if (!issued) throw dailyLimitError(left?.[0]?.pence ?? 0, 'originalAmount')
  const { voucher } = await getVoucher(services, issued.voucherId)
  return voucher
}

const ISSUE_DESCRIPTIONS = {
  cash: 'Sold at the clinic, cash',
  card: 'Sold at the clinic, card',
  complimentary: 'Given by the clinic',
}
