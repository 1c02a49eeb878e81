import { resendVoucher } from '#contract/voucher-changes'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { sendMail } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import * as vouchers from '#server/vouchers/resend-voucher'

const services = openServices({ db: database, mail: postmark })

export default serve(
  resendVoucher,
  async ({ recipientEmail }, call) => {
    const change = { voucherId: call.params.id, actor: call.admin.id }
    const detail = await vouchers.resendVoucher(services, change, recipientEmail)
    call.waitUntil(sendMail(services))
    return detail
  },
  signedIn(services),
)
export const config = route(resendVoucher)
