import { formatPounds } from '#contract/money'
import { refundVoucher } from '#contract/voucher-changes'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { sendMail } from '#server/mail/send-mail'
import * as payments from '#server/payments/refund-voucher'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'
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
