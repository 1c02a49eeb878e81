import type { VoucherDetail } from '#contract/admin-vouchers.ts'
import type { Body } from '#contract/endpoint.ts'
import { londonDay, sendOnProblem } from '#contract/send-date.ts'
import type { resendVoucherEndpoint } from '#contract/voucher-changes.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import type { VoucherChange } from '#server/vouchers/change-balance.ts'
import { emailAgain, requireEmailed } from '#server/vouchers/email-again.ts'
import { getVoucher, readDetail, selectDetail } from '#server/vouchers/voucher-detail.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/**
 * Emails an active voucher to its recipient again, at once or on a day, and returns it. Throws `invalid_request` for an
 * impossible day, and what `requireEmailed` throws.
 */
export async function resendVoucher(
  { db, clock }: Deps,
  { voucherId, actor }: VoucherChange,
  wanted: Body<typeof resendVoucherEndpoint> = {},
): Promise<VoucherDetail> {
  if (wanted.sendOn) await requirePossibleDay({ db, clock }, voucherId, wanted.sendOn)
  const now = clock.now()
  const results = await db.batch({
    ...emailAgain({ voucherId, actor }, wanted, now),
    ...selectDetail(voucherId, now),
  })
  requireEmailed(results, now)
  return readDetail(results)
}

/** Throws `invalid_request` unless the voucher can be emailed on a day. */
async function requirePossibleDay({ db, clock }: Deps, voucherId: string, sendOn: string): Promise<void> {
  const { voucher } = await getVoucher({ db, clock }, voucherId)
  const { state, since } = voucher.giftEmail ?? {}
  // It may keep its day on the morning of that day.
  if (voucher.sendOn === sendOn && state === 'waiting' && since === undefined) return
  const problem = sendOnProblem(sendOn, { today: londonDay(clock.now()), lastDay: voucher.expiryDate })
  if (problem) throw new DomainError('invalid_request', `${problem}.`, { fields: { sendOn: problem } })
}
