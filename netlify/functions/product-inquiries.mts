import { productInquiriesEndpoint } from '#contract/enquiries.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { receiveInquiry } from '#server/enquiries/enquiries.ts'
import { route, serve } from '#server/http/serve.ts'

const services = openServices({ db: database, email: postmark })

export default serve(productInquiriesEndpoint, async (inquiry, context) => {
  await receiveInquiry(services, inquiry, context.addressKey)
  context.waitUntil(sendEmails(services))
  return { received: true as const }
})
export const config = route(productInquiriesEndpoint)
