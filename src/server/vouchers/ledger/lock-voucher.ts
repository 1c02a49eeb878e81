import { query } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'

/** Locks the voucher, so that later statements of the batch see concurrent changes. */
export const lockVoucher = (id: string) =>
  query.selectFrom('giftVoucher').select('id').where('id', '=', id).forNoKeyUpdate()

export const voucherNotFoundError = () => new DomainError('not_found', 'We could not find this voucher.')
