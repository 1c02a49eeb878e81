import type { VoucherDetail } from '#contract/admin-vouchers'
import { isGeneratedCode } from '#contract/voucher-code'
import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { type EntryRow, selectEntries, selectVouchers, toDetail, type VoucherRow } from './voucher-rows.ts'

type Deps = Pick<Services, 'db' | 'clock'>

export const voucherNotFoundError = () => new DomainError('not_found', 'There is no such voucher.')

/** A voucher and its ledger, to read at the end of a batch. */
export const selectDetail = (id: string, now: Date) => selectDetailOf(sql`${id}::uuid`, now)

const selectDetailOf = (id: RawBuilder<unknown>, now: Date) => ({
  voucher: sql<VoucherRow>`${selectVouchers(now)} where voucher.id = ${id}`,
  entries: selectEntries(id),
})

export function readDetail(found: { voucher: VoucherRow[]; entries: EntryRow[] }): VoucherDetail {
  const [voucher] = found.voucher
  if (!voucher) throw voucherNotFoundError()
  return toDetail(voucher, found.entries)
}

export async function getVoucher({ db, clock }: Deps, id: string): Promise<VoucherDetail> {
  return readDetail(await db.batch(selectDetail(id, clock.now())))
}

/** By its code as somebody read it: I and L may stand for 1, O for 0. */
export async function findByCode({ db, clock }: Deps, code: string): Promise<VoucherDetail> {
  const id = sql`(select id from gift_voucher where translate(code, 'ILO', '110') = translate(${code}, 'ILO', '110'))`
  const found = await db.batch(selectDetailOf(id, clock.now()))
  if (found.voucher.length > 0) return readDetail(found)
  const sentence = isMistyped(code)
    ? 'There is a typing mistake in this code. Please compare it letter by letter'
    : 'There is no voucher with this code'
  throw new DomainError('not_found', `${sentence}.`, { fields: { code: sentence } })
}

/** As long as a generated one, and none: a character is wrong. */
const isMistyped = (code: string) => code.length === 16 && !isGeneratedCode(code)
