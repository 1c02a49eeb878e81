import { generateVoucher } from '#contract/voucher-changes'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { sendMail } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import * as vouchers from '#server/vouchers/generate-voucher'

const services = openServices({ db: database, mail: postmark })

export default serve(
  generateVoucher,
  async (wanted, call) => {
    const voucher = await vouchers.generateVoucher(services, call.admin.id, wanted)
    call.waitUntil(sendMail(services))
    return { voucher }
  },
  signedIn(services),
)
export const config = route(generateVoucher)
