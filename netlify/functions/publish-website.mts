import { publishWebsiteEndpoint } from '#contract/website.ts'
import { buildHook } from '#server/clients/build-hook.ts'
import { postmark } from '#server/clients/email.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { adminEndpoint } from '#server/http/admin-endpoint.ts'
import { route } from '#server/http/serve.ts'
import { publishWebsite } from '#server/website/publish-website.ts'

export default adminEndpoint(
  publishWebsiteEndpoint,
  async (services, { version }, context) => {
    const published = await publishWebsite(services, version, context.admin.id)
    context.waitUntil(sendEmails(services))
    return published
  },
  { buildHook, email: postmark },
)
export const config = route(publishWebsiteEndpoint)
