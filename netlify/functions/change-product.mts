import { changeProductEndpoint } from '#contract/admin-products.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { changeProduct } from '#server/products/change-product.ts'

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
