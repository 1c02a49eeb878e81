import * as v from 'valibot'
import { SETUP_CODE_MIN } from '#contract/auth/sign-in-limits.ts'
import { DomainError } from '#server/domain-error.ts'

const secret = v.pipe(v.string(), v.minLength(1))

/** Environment variables of the functions; `.env.example` has the same list. */
const variables = {
  /** Neon's pooled connection string. */
  DATABASE_URL: v.pipe(secret, v.url()),
  /** The same with the name and password of the role clinic_functions. Unset, functions connect as the owner. */
  FUNCTIONS_DATABASE_URL: v.optional(v.pipe(v.string(), v.url())),
  STRIPE_SECRET_KEY: v.pipe(secret, v.regex(/^[sr]k_/)),
  STRIPE_PUBLISHABLE_KEY: v.pipe(secret, v.startsWith('pk_')),
  STRIPE_WEBHOOK_SECRET: v.pipe(secret, v.startsWith('whsec_')),
  /** Base URL of a Stripe stand-in. */
  STRIPE_API: v.optional(v.pipe(v.string(), v.url())),
  POSTMARK_SERVER_TOKEN: v.pipe(secret, v.regex(/^\S+$/)),
  /** Password of Postmark's webhook; at least 16 characters. Unset, only the hourly job learns of bounces. */
  POSTMARK_WEBHOOK_PASSWORD: v.pipe(secret, v.minLength(16)),
  /** Base URL of a Postmark stand-in. */
  POSTMARK_API: v.optional(v.pipe(v.string(), v.url())),
  /** Base URL of a stand-in for the breached passwords of Have I Been Pwned. */
  HIBP_API: v.optional(v.pipe(v.string(), v.url())),
  /** Sender of all emails, confirmed at Postmark. */
  MAIL_FROM: v.pipe(secret, v.email()),
  /** HMAC key of the rate-limit keys; at least 32 characters. */
  ADDRESS_KEY: v.pipe(secret, v.minLength(32)),
  /** Signs session tokens and links; at least 32 characters. */
  SESSION_KEY: v.pipe(secret, v.minLength(32)),
  /**
   * Signs the links to "Your purchase", those that end reminders, and those that show a voucher's uses; at least 32
   * characters. Unset, there are no such links and no reminders.
   */
  LINK_KEY: v.pipe(secret, v.minLength(32)),
  /** Netlify's build hook, whose address is a secret. Unset, what is published goes live with the next deployment. */
  BUILD_HOOK: v.pipe(secret, v.url()),
  /** Makes the first owner at /admin/welcome; at least 15 characters. */
  SETUP_CODE: v.pipe(secret, v.trim(), v.minLength(SETUP_CODE_MIN)),
  /** Lets an owner without passkey and recovery codes in again, after a day; at least 15 characters. */
  RECOVERY_CODE: v.pipe(secret, v.trim(), v.minLength(SETUP_CODE_MIN)),
  /** The site's origin; Netlify sets it. */
  URL: v.pipe(secret, v.url()),
}

/** The commit of the build, which Netlify names only while it builds: scripts/build-functions.ts. */
export const COMMIT = process.env['COMMIT_REF'] ?? ''

export type Variable = keyof typeof variables
type Variables = { [Name in keyof typeof variables]: v.InferOutput<(typeof variables)[Name]> }

/** Returns a variable. Throws `unavailable` if a required one is unset or malformed; only the log names it. */
export function env<Name extends Variable>(name: Name): Variables[Name] {
  const parsed = v.safeParse(variables[name], readVariable(name))
  if (parsed.success) return parsed.output as Variables[Name]
  throw new DomainError('unavailable', 'This part of the website is not set up yet.', {
    detail: `${name} is ${problemWith(name)}`,
  })
}

/** Returns why `env` would throw for a variable, or undefined. */
export function problemWith(name: Variable): 'unset' | 'malformed' | undefined {
  if (v.is(variables[name], readVariable(name))) return undefined
  return readVariable(name) === undefined ? 'unset' : 'malformed'
}

/** Returns whether `env` would refuse a value of a variable as malformed. */
export const isMalformed = (name: Variable, value: string): boolean => !v.is(variables[name], value)

/** Treats an empty value as unset, as in a copied `.env.example`. */
const readVariable = (name: Variable) => process.env[name] || undefined
