import { adminVoucher } from '#contract/admin-vouchers'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'
import { getVoucher } from '#server/vouchers/voucher-detail'

const services = openServices({ db: database })

export default serve(adminVoucher, (_, call) => getVoucher(services, call.params.id), signedIn(services))
export const config = route(adminVoucher)
