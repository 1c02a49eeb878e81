import { adminVouchers } from '#contract/admin-vouchers'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'
import { listVouchers } from '#server/vouchers/list-vouchers'

const services = openServices({ db: database })

export default serve(
  adminVouchers,
  async (_, call) => {
    const { vouchers, cursor } = await listVouchers(services, call.query)
    call.continueAt(cursor)
    return vouchers
  },
  signedIn(services),
)
export const config = route(adminVouchers)
