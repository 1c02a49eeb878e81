import { productInquiries } from '#contract/enquiries'
import { receiveInquiry } from '#server/enquiries/enquiries'
import { route, serve } from '#server/http/serve'
import { sendMail } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, mail: postmark })

export default serve(productInquiries, async (inquiry, caller) => {
  await receiveInquiry(services, inquiry, caller.addressKey)
  caller.waitUntil(sendMail(services))
  return { received: true as const }
})
export const config = route(productInquiries)
