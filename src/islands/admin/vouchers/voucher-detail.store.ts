import { adminVoucherEndpoint, type VoucherDetail } from '#contract/admin-vouchers'
import { createDetail } from '../shared/detail.store.ts'
import { adminCall } from '../admin-api.ts'
import { list, loadFigures } from './vouchers.store.ts'

/** The voucher that is looked at. */
export const detail = createDetail<VoucherDetail>((id) =>
  adminCall(adminVoucherEndpoint, undefined, { params: { id } }),
)

/** Everything that is shown, anew. */
export async function refreshAll(): Promise<void> {
  await Promise.all([list.refresh(), loadFigures(), detail.refresh()])
}

/** What a change has made of a voucher, wherever that is shown. */
export function setDetail({ voucher, entries }: VoucherDetail): void {
  detail.setDetail(voucher.id, { voucher, entries })
  void list.refresh()
  void loadFigures()
}
