import { formatPounds } from '#contract/money'
import { refundVoucher } from '#contract/voucher-changes'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { sendMail } from '#server/email/send-emails'
import * as payments from '#server/refunds/refund-voucher'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'
import { getVoucher } from '#server/vouchers/voucher-detail'

const services = openServices({ db: database, stripe, mail: postmark })

export default serve(
  refundVoucher,
  async ({ requestId, expectedAmount }, call) => {
    const { id } = call.params
    const wanted = { requestId, expectedPence: expectedAmount }
    const refund = await payments.refundVoucher(services, id, call.admin.id, wanted)
    call.waitUntil(sendMail(services))
    return {
      refundedAmount: formatPounds(refund.refundedPence),
      cancelledAmount: formatPounds(refund.cancelledPence),
      state: refund.state,
      ...(await getVoucher(services, id)),
    }
  },
  signedIn(services),
)
export const config = route(refundVoucher)
