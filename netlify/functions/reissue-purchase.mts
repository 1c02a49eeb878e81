import { reissuePurchaseEndpoint } from '#contract/purchase-changes.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { route, serve } from '#server/http/serve.ts'
import { reissuePurchase } from '#server/purchases/give-as-buyer.ts'

const services = openServices({ db: database, email: postmark })

export default serve(reissuePurchaseEndpoint, async (body, context) => {
  const purchase = await reissuePurchase(services, body, context.addressKey)
  context.waitUntil(sendEmails(services))
  return purchase
})
export const config = route(reissuePurchaseEndpoint)
