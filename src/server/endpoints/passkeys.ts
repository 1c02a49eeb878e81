import type { passkeysEndpoints } from '#contract/endpoints/passkeys.ts'
import { addPasskey } from '#server/auth/passkeys/add-passkey.ts'
import { CHALLENGE_SECONDS } from '#server/auth/passkeys/challenge.ts'
import { passkeyOptions, signInOptions } from '#server/auth/passkeys/options.ts'
import { signInWithPasskey } from '#server/auth/passkeys/sign-in-with-passkey.ts'
import { stepUp } from '#server/auth/passkeys/step-up.ts'
import { DEVICE_SECONDS } from '#server/auth/sign-in-rate-limit.ts'
import { SESSION_SECONDS } from '#server/auth/sign-in.ts'
import type { Services } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { browserOf } from '#server/http/browser-of.ts'
import type { Handlers } from '#server/http/serve.ts'

/** Passkeys, and all ways to prove once more who uses a session. */
export const passkeysHandlers: Handlers<
  typeof passkeysEndpoints,
  Pick<Services, 'db' | 'email' | 'clock' | 'random'>
> = {
  addPasskey: async (services, wanted, context) => {
    const added = await addPasskey(services, context.admin, wanted, context.cookie('challenge'))
    if (added.secret !== undefined) context.setCookie('session', added.secret, SESSION_SECONDS)
    context.waitUntil(sendEmails(services))
    return { recoveryCodes: added.recoveryCodes }
  },
  passkeyOptions: async (services, { add }, context) => {
    const { reply, cookie } = await passkeyOptions(services, context.admin, add)
    if (cookie !== undefined) context.setCookie('challenge', cookie, CHALLENGE_SECONDS)
    return reply
  },
  signInOptions: async (services, _, context) => {
    const { options, cookie } = await signInOptions(services)
    context.setCookie('challenge', cookie, CHALLENGE_SECONDS)
    return options
  },
  signInWithPasskey: async (services, assertion, context) => {
    const { token, email, role, secret, device, isNewDevice } = await signInWithPasskey(services, assertion, {
      browser: browserOf(context),
      challengeCookie: context.cookie('challenge'),
    })
    context.setCookie('session', secret, SESSION_SECONDS)
    context.setCookie('device', device, DEVICE_SECONDS)
    if (isNewDevice) context.waitUntil(sendEmails(services))
    return { token, email, role }
  },
  stepUp: async (services, proof, context) => {
    const { device, secret } = await stepUp(services, context.admin, proof, {
      browser: browserOf(context),
      challengeCookie: context.cookie('challenge'),
    })
    if (device !== undefined) context.setCookie('device', device, DEVICE_SECONDS)
    if (secret !== undefined) context.setCookie('session', secret, SESSION_SECONDS)
    if (proof.by === 'recovery-code') context.waitUntil(sendEmails(services))
    return { proved: true as const }
  },
}
