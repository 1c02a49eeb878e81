import { productInquiries } from '#contract/enquiries'
import { receiveInquiry } from '#server/enquiries/enquiries'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/mail/send-mail'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'

const services = openServices({ db: database, mail: postmark })

export default serve(productInquiries, async (inquiry, caller) => {
  await receiveInquiry(services, inquiry, caller.addressKey)
  caller.waitUntil(sendMail(services))
  return { received: true as const }
})
export const config = route(productInquiries)
