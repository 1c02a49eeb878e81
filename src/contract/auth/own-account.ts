import * as v from 'valibot'
import { NewPasswordSchema, PasswordSchema } from '#contract/auth/session.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdParamsSchema, IdSchema } from '#contract/base/ids.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())

export const PasswordChangeSchema = v.object({
  currentPassword: PasswordSchema,
  password: NewPasswordSchema,
})

/**
 * Changes one's own password and signs out all other devices. Somebody with a passkey is asked for it, too. 401
 * `wrong_credentials` beside `currentPassword`.
 */
export const changePasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/password',
  access: 'admin',
  role: 'staff',
  body: PasswordChangeSchema,
  reply: v.object({ changed: v.literal(true) }),
})

/** A device on which somebody is signed in. */
export const SessionSchema = v.object({
  id: IdSchema,
  /** Such as "Safari on iPhone". */
  browser: v.string(),
  since: TimeSchema,
  lastUsed: TimeSchema,
  isCurrent: v.boolean(),
})

export type AccountSession = v.InferOutput<typeof SessionSchema>

/** Lists one's own sessions, this one first. */
export const adminSessionsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/sessions',
  access: 'admin',
  role: 'staff',
  body: v.undefined(),
  reply: v.array(SessionSchema),
})

const EndedSchema = v.object({ ended: v.literal(true) })

/** Ends one of one's own sessions. Safe to repeat. */
export const endSessionEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/sessions/:id',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.optional(v.object({})),
  reply: EndedSchema,
})

/** Ends all of one's own sessions but this one, and forgets the browsers of the others. */
export const endOtherSessionsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/sessions/end-others',
  access: 'admin',
  role: 'staff',
  body: v.optional(v.object({})),
  reply: EndedSchema,
})
