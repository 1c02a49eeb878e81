import * as v from 'valibot'
import { DomainError } from './domain-error.ts'

const secret = v.pipe(v.string(), v.minLength(1))

/** What the functions read from their environment, with a word on each; `.env.example` has the same list. */
const variables = {
  /** Neon's pooled connection string. */
  DATABASE_URL: v.pipe(secret, v.url()),
  STRIPE_SECRET_KEY: v.pipe(secret, v.regex(/^[sr]k_/)),
  STRIPE_PUBLISHABLE_KEY: v.pipe(secret, v.startsWith('pk_')),
  STRIPE_WEBHOOK_SECRET: v.pipe(secret, v.startsWith('whsec_')),
  /** Where Stripe's API is, if not at Stripe. */
  STRIPE_API: v.optional(v.pipe(v.string(), v.url())),
  POSTMARK_SERVER_TOKEN: secret,
  /** Where Postmark's API is, if not at Postmark. */
  POSTMARK_API: v.optional(v.pipe(v.string(), v.url())),
  /** The sender of all mail, an address that Postmark has confirmed. */
  MAIL_FROM: v.pipe(secret, v.email()),
  /** Keys the hashes that addresses are counted under; at least 32 characters. */
  ADDRESS_KEY: v.pipe(secret, v.minLength(32)),
  /** Signs what an admin's browser keeps; at least 32 characters. */
  SESSION_KEY: v.pipe(secret, v.minLength(32)),
  /** The site's origin; Netlify sets it. */
  URL: v.pipe(secret, v.url()),
}

export type Variable = keyof typeof variables
type Variables = { [Name in keyof typeof variables]: v.InferOutput<(typeof variables)[Name]> }

/** One variable of the environment. A required one that is unset or malformed closes the door it guards, and the log names it. */
export function env<Name extends Variable>(name: Name): Variables[Name] {
  const parsed = v.safeParse(variables[name], given(name))
  if (parsed.success) return parsed.output as Variables[Name]
  throw new DomainError('unavailable', 'This is not set up yet.', {
    detail: `${name} is ${problemWith(name)}`,
  })
}

/** What `env` would miss in it. */
export function problemWith(name: Variable): 'unset' | 'malformed' | undefined {
  if (v.is(variables[name], given(name))) return undefined
  return given(name) === undefined ? 'unset' : 'malformed'
}

/** A line of `.env.example` that nobody filled in is as good as none. */
const given = (name: Variable) => process.env[name] || undefined
