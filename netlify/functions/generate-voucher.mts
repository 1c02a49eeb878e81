import { generateVoucher } from '#contract/voucher-changes'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { sendMail } from '#server/mail/send-mail'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
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
