import * as v from 'valibot'
import { defineEndpoint, roles } from '#contract/base/endpoint.ts'
import { EmailSchema } from '#contract/base/text.ts'

export const PASSWORD_MIN = 15
export const PASSWORD_MAX = 200

/** A password at sign-in. No rules: it is only compared. */
export const PasswordSchema = v.pipe(
  v.optional(v.string('Password is required'), ''),
  v.minLength(1, 'Password is required'),
  v.maxLength(PASSWORD_MAX, `Please use at most ${PASSWORD_MAX} characters`),
)

/** A new password. The server also refuses weak ones. */
export const NewPasswordSchema = v.pipe(
  PasswordSchema,
  v.check(
    (password) => Array.from(password).length >= PASSWORD_MIN,
    `Please use at least ${PASSWORD_MIN} characters. A short phrase works well`,
  ),
)

export const LoginSchema = v.object({ email: EmailSchema(), password: PasswordSchema })

/**
 * Replies with the bearer token of the session, which is valid only with its HttpOnly cookie, and what it may do. Of
 * somebody with a passkey, or who needs one, it opens only `stepUpEndpoint` and what leads there.
 */
export const loginEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/login',
  access: 'our-pages',
  body: LoginSchema,
  reply: v.object({
    token: v.string(),
    role: v.picklist(roles),
    /** Whether a passkey is still due. */
    owesPasskey: v.boolean(),
  }),
})

export const logoutEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/logout',
  access: 'admin',
  role: 'staff',
  factor: 'password',
  body: v.optional(v.object({})),
  reply: v.object({ signedOut: v.literal(true) }),
})

/** Returns the signed-in person and the latest end of the session. */
export const sessionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/session',
  access: 'admin',
  role: 'staff',
  body: v.undefined(),
  reply: v.object({
    email: v.string(),
    name: v.string(),
    role: v.picklist(roles),
    /** Of staff: the names of the owners, whom they can ask. */
    owners: v.array(v.string()),
    expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  }),
})

/** Emails a reset link if the address is an admin's. The response is the same for every address. */
export const forgotPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/forgot-password',
  access: 'our-pages',
  body: v.object({ email: EmailSchema() }),
  reply: v.object({ sent: v.literal(true) }),
})

/** By the link of a reset or of an invitation; `token` is its fragment. */
export const resetPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/reset-password',
  access: 'our-pages',
  body: v.object({
    token: v.pipe(v.optional(v.string(), ''), v.maxLength(100)),
    password: NewPasswordSchema,
  }),
  reply: v.object({ reset: v.literal(true) }),
})

/** For the link in the email about a new device; `token` is its fragment. Safe to repeat. */
export const endSessionsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/end-sessions',
  access: 'our-pages',
  body: v.object({ token: v.pipe(v.optional(v.string(), ''), v.maxLength(200)) }),
  reply: v.object({ ended: v.literal(true) }),
})
