import { changeSendDateEndpoint } from '#contract/purchase-changes'
import { route, serve } from '#server/http/serve'
import { sendEmails } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import { changeSendDate } from '#server/purchases/change-gift-email'

const services = openServices({ db: database, email: postmark })

export default serve(changeSendDateEndpoint, async (body, context) => {
  const purchase = await changeSendDate(services, body, context.addressKey)
  context.waitUntil(sendEmails(services))
  return purchase
})
export const config = route(changeSendDateEndpoint)
