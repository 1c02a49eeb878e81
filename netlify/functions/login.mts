import { loginEndpoint } from '#contract/auth/session.ts'
import { DEVICE_SECONDS } from '#server/auth/sign-in-rate-limit.ts'
import { SESSION_SECONDS, signIn } from '#server/auth/sign-in.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { browserOf } from '#server/http/browser-of.ts'
import { limitedConfig, serve } from '#server/http/serve.ts'

const endpoints = { login: loginEndpoint }

export default serve(
  endpoints,
  {
    login: async (services, credentials, context) => {
      const { token, role, owesPasskey, secret, device, isNewDevice } = await signIn(
        services,
        credentials,
        browserOf(context),
      )
      context.setCookie('session', secret, SESSION_SECONDS)
      context.setCookie('device', device, DEVICE_SECONDS)
      if (isNewDevice) context.waitUntil(sendEmails(services))
      return { token, role, owesPasskey }
    },
  },
  openServices({ db: database, email: postmark }),
)
export const config = limitedConfig(endpoints)
