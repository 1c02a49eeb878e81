import { findHeldVoucherEndpoint } from '#contract/held-vouchers.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { route, serve } from '#server/http/serve.ts'
import { findHeldVoucher } from '#server/vouchers/find-held-voucher.ts'

const services = openServices({ db: database })

export default serve(findHeldVoucherEndpoint, (asked, context) =>
  findHeldVoucher(services, asked, context.addressKey),
)
export const config = route(findHeldVoucherEndpoint)
