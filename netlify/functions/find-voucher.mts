import { findVoucher } from '#contract/admin-vouchers'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { database } from '#server/clients/database'
import { openServices } from '#server/clients/services'
import { findByCode } from '#server/vouchers/voucher-detail'

const services = openServices({ db: database })

export default serve(findVoucher, ({ code }) => findByCode(services, code), signedIn(services))
export const config = route(findVoucher)
