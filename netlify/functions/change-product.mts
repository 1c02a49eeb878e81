import { changeProduct as endpoint } from '#contract/admin-products'
import { route, serve } from '#server/http/serve'
import { signedIn } from '#server/http/signed-in'
import { sendMail } from '#server/mail/send-mail'
import { changeProduct } from '#server/products/change-product'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'

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
