import { ok, wrong, yours, type Check, type Finding } from '#scripts/doctor/finding.ts'
import { isSameDatabase } from '#scripts/doctor/neon-address.ts'
import { env, problemWith, type Variable } from '#server/env.ts'

type RequiredVariable = Exclude<
  Variable,
  'STRIPE_API' | 'POSTMARK_API' | 'HIBP_API' | 'BUILD_HOOK' | 'SETUP_CODE' | 'RECOVERY_CODE'
>

/** What to do about each setting, in the order of docs/deploy.md. */
const SOURCES: Record<RequiredVariable, string> = {
  DATABASE_URL: 'copy it from Neon → Connect, with connection pooling on.',
  FUNCTIONS_DATABASE_URL: 'make it from DATABASE_URL: docs/deploy.md, 1.',
  STRIPE_SECRET_KEY: 'copy it from Stripe → Developers → API keys; it begins with sk_ (or rk_).',
  STRIPE_PUBLISHABLE_KEY: 'copy it from Stripe → Developers → API keys; it begins with pk_.',
  STRIPE_WEBHOOK_SECRET: 'copy it from Stripe → Developers → Webhooks → the endpoint; it begins with whsec_.',
  POSTMARK_SERVER_TOKEN: 'copy it from Postmark → the server → API Tokens.',
  POSTMARK_WEBHOOK_PASSWORD:
    'make one with the page /admin/keys, or `openssl rand -hex 24`, for the webhook at Postmark (docs/postmark.md); without it, “sent” is the last that is known of an email, and the job `hourly` notices bounces within an hour.',
  MAIL_FROM: 'set it to the sender address that Postmark has confirmed.',
  ADDRESS_KEY: 'make one with the page /admin/keys, or `openssl rand -base64 32`.',
  SESSION_KEY: 'make one with the page /admin/keys, or `openssl rand -base64 32`.',
  LINK_KEY:
    'make one with the page /admin/keys, or `openssl rand -base64 32`; without it, buyers get no link to “Your purchase”, and holders no reminders. Never change it: the links in all former emails would stop working.',
  URL: 'set it to the site’s address, such as https://www.example.com; Netlify sets it.',
}

/** Checks that each setting exists and has its format; other checks use it. */
export const checkSettings = (directUrl: string | undefined): Check => ({
  about: 'Settings',
  run() {
    const names = Object.keys(SOURCES) as RequiredVariable[]
    const faults = [...names.flatMap(faultOf), ...checkDirectUrl(directUrl), ...checkRoleUrl()]
    const main = faults.length === 0 ? [ok('Every setting is there and in its form.')] : faults
    return [...main, ...checkHook()]
  },
})

function faultOf(name: RequiredVariable): Finding[] {
  const lack = problemWith(name)
  if (!lack) return []
  const says = lack === 'unset' ? `${name} is not set.` : `${name} is not in its form.`
  return [wrong(says, SOURCES[name])]
}

/** Not a fault: without a hook, what is published goes live with the next deployment. */
function checkHook(): Finding[] {
  const next =
    'make one at Netlify → Project configuration → Developer settings → Continuous deployment → Build hooks, and set its address as a secret.'
  const problem = problemWith('BUILD_HOOK')
  if (problem === 'malformed') return [wrong('BUILD_HOOK is not in its form.', next)]
  if (!problem) return []
  return [
    yours('BUILD_HOOK is not set, so what is published in the portal waits for the next deployment.', next),
  ]
}

function checkRoleUrl(): Finding[] {
  const name = 'FUNCTIONS_DATABASE_URL'
  const url = problemWith(name) ? undefined : env(name)
  if (url === undefined || isSameDatabase(url)) return []
  return [wrong(`${name} and DATABASE_URL lead to different databases.`, SOURCES[name])]
}

function checkDirectUrl(url: string | undefined): Finding[] {
  const name = 'DATABASE_URL_UNPOOLED'
  const next = 'copy it from Neon → Connect, with connection pooling off.'
  // No missing setting stops a deploy: before the first one, there may be no database yet.
  if (!url) return [yours(`${name} is not set, so no migration is applied.`, next)]
  if (!URL.canParse(url)) return [wrong(`${name} is not in its form.`, next)]
  if (new URL(url).hostname.includes('-pooler.'))
    return [wrong(`${name} leads through the pooler, where migrations cannot hold their lock.`, next)]
  if (isSameDatabase(url)) return []
  return [wrong(`${name} and DATABASE_URL lead to different databases.`, next)]
}
