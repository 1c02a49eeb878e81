import { productInquiriesEndpoint } from '#contract/enquiries'
import { receiveInquiry } from '#server/enquiries/enquiries'
import { route, serve } from '#server/http/serve'
import { sendEmails } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, email: postmark })

export default serve(productInquiriesEndpoint, async (inquiry, context) => {
  await receiveInquiry(services, inquiry, context.addressKey)
  context.waitUntil(sendEmails(services))
  return { received: true as const }
})
export const config = route(productInquiriesEndpoint)
