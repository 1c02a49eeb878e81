import { changeProduct as endpoint } from '#contract/admin-products'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/require-admin'
import { sendMail } from '#server/email/send-emails'
import { changeProduct } from '#server/products/change-product'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, mail: postmark })

export default serve(
  endpoint,
  async (wanted, call) => {
    const product = await changeProduct(services, call.params.id, wanted, call.admin.id)
    call.waitUntil(sendMail(services))
    return product
  },
  signedIn(services),
)
export const config = route(endpoint)
