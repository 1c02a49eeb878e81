import { changeProductEndpoint } from '#contract/admin-products'
import { route } from '#server/http/serve'
import { adminEndpoint } from '#server/http/admin-endpoint'
import { sendEmails } from '#server/email/send-emails'
import { changeProduct } from '#server/products/change-product'
import { postmark } from '#server/clients/email'

export default adminEndpoint(
  changeProductEndpoint,
  async (services, wanted, context) => {
    const product = await changeProduct(services, context.params.id, wanted, context.admin.id)
    context.waitUntil(sendEmails(services))
    return product
  },
  { email: postmark },
)
export const config = route(changeProductEndpoint)
