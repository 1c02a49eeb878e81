import { sql } from 'kysely'
import type { VoucherDetail } from '#contract/admin-vouchers.ts'
import type { Body } from '#contract/endpoint.ts'
import type { reissueVoucherEndpoint } from '#contract/voucher-changes.ts'
import type { Services } from '#server/clients/services.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { countRequest, isAdmitted, requireWithinLimit } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { statusRefusal, type VoucherChange } from '#server/vouchers/change-balance.ts'
import { isUsable, lockUnsentGiftEmail } from '#server/vouchers/gift-email.ts'
import { generateVoucherCode } from '#server/vouchers/issue-voucher.ts'
import { lockVoucher } from '#server/vouchers/lock-voucher.ts'
import { replaceCode } from '#server/vouchers/replace-code.ts'
import { beingSentError } from '#server/vouchers/send-gift-email.ts'
import { readDetail, selectDetail } from '#server/vouchers/voucher-detail.ts'

/**
 * Gives an active voucher a new code, or the one that a restored backup does not know, and emails it, to another address
 * if one is given. Throws `invalid_request` for a code that a voucher has or had.
 */
export async function reissueVoucher(
  { db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>,
  { voucherId, actor }: VoucherChange,
  { requestId = random.uuid(), ...wanted }: Body<typeof reissueVoucherEndpoint>,
): Promise<VoucherDetail> {
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
      replaced: replaceCode({
        where: sql`voucher.id = ${voucherId} and ${isUsable(now)} and ${isAdmitted(limit)} and ${once.isFirst}`,
        code,
        recipientEmail: wanted.recipientEmail,
        byBuyer: false,
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
    (voucher!.state === 'sending' ? beingSentError() : erasedError())
  )
}

async function codeTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'gift_voucher_code') throw error
    const sentence = 'This code is already in use, or was in the past'
    throw new DomainError('invalid_request', `${sentence}.`, { fields: { code: sentence } })
  }
}

const erasedError = () =>
  new DomainError(
    'not_active',
    'The details of the person this voucher was for have been erased, so we cannot send it.',
  )
