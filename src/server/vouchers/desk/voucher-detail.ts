import { sql, type RawBuilder } from 'kysely'
import type { Services } from '#server/clients/services.ts'
import {
  selectCancellations,
  toAdminCancellation,
  type CancellationRow,
} from '#server/purchases/rules/read-cancellations.ts'
import {
  selectEntries,
  selectVouchers,
  toDetail,
  type DetailWithActors,
  type EntryRow,
  type VoucherRow,
} from '#server/vouchers/desk/voucher-rows.ts'
import { voucherNotFoundError } from '#server/vouchers/ledger/lock-voucher.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/** Returns the statements that read a voucher and its ledger at the end of a batch. */
export const selectDetail = (id: string, now: Date) => selectDetailOf(sql<string>`${id}::uuid`, now)

export const selectDetailOf = (id: RawBuilder<string>, now: Date) => ({
  voucher: sql<VoucherRow>`${selectVouchers(now)} where voucher.id = ${id}`,
  entries: selectEntries(id, now),
  cancellation: selectCancellations(sql`cancellation.voucher_id = ${id}`),
})

export function readDetail({
  voucher: [voucher],
  entries,
  cancellation: [cancellation],
}: {
  voucher: VoucherRow[]
  entries: EntryRow[]
  cancellation: CancellationRow[]
}): DetailWithActors {
  if (!voucher) throw voucherNotFoundError()
  return {
    ...toDetail(voucher, entries),
    ...(cancellation && { cancellation: toAdminCancellation(cancellation) }),
  }
}

export async function getVoucher({ db, clock }: Deps, id: string): Promise<DetailWithActors> {
  return readDetail(await db.batch(selectDetail(id, clock.now())))
}
