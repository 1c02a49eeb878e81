import { sql, type RawBuilder } from 'kysely'
import type { VoucherDetail } from '#contract/admin-vouchers.ts'
import { isGeneratedCode } from '#contract/voucher-code.ts'
import type { Services } from '#server/clients/services.ts'
import { longDay } from '#server/dates.ts'
import { DomainError } from '#server/domain-error.ts'
import { voucherNotFoundError } from '#server/vouchers/lock-voucher.ts'
import {
  selectEntries,
  selectVouchers,
  toDetail,
  type EntryRow,
  type VoucherRow,
} from '#server/vouchers/voucher-rows.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/** Returns the statements that read a voucher and its ledger at the end of a batch. */
export const selectDetail = (id: string, now: Date) => selectDetailOf(sql<string>`${id}::uuid`, now)

const selectDetailOf = (id: RawBuilder<string>, now: Date) => ({
  voucher: sql<VoucherRow>`${selectVouchers(now)} where voucher.id = ${id}`,
  entries: selectEntries(id, now),
})

export function readDetail(rows: { voucher: VoucherRow[]; entries: EntryRow[] }): VoucherDetail {
  const [voucher] = rows.voucher
  if (!voucher) throw voucherNotFoundError()
  return toDetail(voucher, rows.entries)
}

export async function getVoucher({ db, clock }: Deps, id: string): Promise<VoucherDetail> {
  return readDetail(await db.batch(selectDetail(id, clock.now())))
}

/** Finds a voucher by its code. I and L count as 1 and O as 0, because people misread them. */
export async function findByCode({ db, clock }: Deps, code: string): Promise<VoucherDetail> {
  const id = sql<string>`(select id from gift_voucher where translate(code, 'ILO', '110') = translate(${code}, 'ILO', '110'))`
  const rows = await db.batch({
    ...selectDetailOf(id, clock.now()),
    retired: sql<{ retiredAt: Date }>`
      select retired_at from retired_code where code = translate(${code}, 'ILO', '110')`,
  })
  if (rows.voucher.length > 0) return readDetail(rows)
  if (rows.retired[0]) throw replacedError(rows.retired[0].retiredAt)
  const sentence = isMistyped(code)
    ? 'There may be a typing mistake in this code. Please check each letter and digit'
    : 'There is no voucher with this code'
  throw new DomainError('not_found', `${sentence}.`, { fields: { code: sentence } })
}

function replacedError(retiredAt: Date): DomainError {
  const sentence = `This code was replaced on ${longDay(retiredAt)} and cannot be used. The voucher has a new one`
  return new DomainError('not_found', `${sentence}.`, { fields: { code: sentence } })
}

/** Returns whether a code has the length of a generated one but a wrong check character. */
const isMistyped = (code: string) => code.length === 16 && !isGeneratedCode(code)
