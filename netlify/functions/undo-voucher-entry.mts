import { undoVoucherEntry } from '#contract/voucher-changes'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'
import * as vouchers from '#server/vouchers/change-balance'

const services = openServices({ db: database })

export default serve(
  undoVoucherEntry,
  (body, call) =>
    vouchers.undoVoucherEntry(services, { voucherId: call.params.id, actor: call.admin.id }, body),
  signedIn(services),
)
export const config = route(undoVoucherEntry)
