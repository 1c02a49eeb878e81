import * as v from 'valibot'
import { defineEndpoint, roles } from '#contract/base/endpoint.ts'
import { IdParamsSchema, IdSchema } from '#contract/base/ids.ts'
import { EmailSchema, LineSchema } from '#contract/base/text.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())

export const PERSON_NAME_MAX = 60

const PersonNameSchema = LineSchema({ max: PERSON_NAME_MAX, tooShort: 'Please enter a name' })
const RoleSchema = v.picklist(roles, 'Please choose what this person may do')

/** Somebody who can sign in, or who is invited to. */
export const AdminPersonSchema = v.object({
  id: IdSchema,
  name: v.string(),
  email: v.string(),
  role: v.picklist(roles),
  isYou: v.boolean(),
  /** Until when the invitation works. Null once it is accepted, and if it was withdrawn or has expired. */
  invitedUntil: v.nullable(TimeSchema),
  /** Whether there is a password, so that they can sign in. */
  canSignIn: v.boolean(),
  hasPasskey: v.boolean(),
  /** The last use of a session that has not ended. */
  lastUsed: v.nullable(TimeSchema),
})

export type AdminPerson = v.InferOutput<typeof AdminPersonSchema>

/** Lists the people who can sign in or are invited, oneself first. */
export const adminPeopleEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/people',
  access: 'admin',
  role: 'owner',
  body: v.undefined(),
  reply: v.array(AdminPersonSchema),
})

export const InvitationSchema = v.object({ email: EmailSchema(), name: PersonNameSchema, role: RoleSchema })

/**
 * Invites somebody, who chooses a password by the link in an email (`resetPasswordEndpoint`). Of somebody who has not
 * accepted yet, the former link ends, and name and role are those of this invitation.
 */
export const invitePersonEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/people',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  body: InvitationSchema,
  reply: AdminPersonSchema,
})

export const PersonChangeSchema = v.object({ name: PersonNameSchema, role: RoleSchema })

/** 409 `not_active` for the last owner who can sign in. */
export const changePersonEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/people/:id',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: IdParamsSchema,
  body: PersonChangeSchema,
  reply: AdminPersonSchema,
})

/** Ends somebody's passkeys, recovery codes and sessions, after a phone was lost. Safe to repeat. */
export const resetPasskeysEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/people/:id/passkeys',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: IdParamsSchema,
  body: v.optional(v.object({})),
  reply: AdminPersonSchema,
})

/**
 * Ends somebody's sessions and links. What they did keeps their name. Safe to repeat. 409 `not_active` for the last owner
 * who can sign in.
 */
export const removePersonEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/people/:id',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: IdParamsSchema,
  body: v.optional(v.object({})),
  reply: v.object({ removed: v.literal(true) }),
})
