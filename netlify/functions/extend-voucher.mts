import { extendVoucher } from '#contract/voucher-changes'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'
import * as vouchers from '#server/vouchers/extend-voucher'

const services = openServices({ db: database })

export default serve(
  extendVoucher,
  ({ expiryDate }, call) =>
    vouchers.extendVoucher(services, { voucherId: call.params.id, actor: call.admin.id }, expiryDate),
  signedIn(services),
)
export const config = route(extendVoucher)
