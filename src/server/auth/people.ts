import { sql, type RawBuilder } from 'kysely'
import {
  PERSON_NAME_MAX,
  type AdminPerson,
  type changePersonEndpoint,
  type invitePersonEndpoint,
} from '#contract/auth/people.ts'
import { INVITATION_HOURS } from '#contract/auth/sign-in-limits.ts'
import type { Body, Role } from '#contract/base/endpoint.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { enqueueAccountChanged, peopleWhere } from '#server/auth/enqueue-account-changed.ts'
import { insertReset } from '#server/auth/reset-password.ts'
import { hashSecret } from '#server/auth/secret-tokens.ts'
import { isLive, type Admin } from '#server/auth/session.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { countRequest, isAdmitted, requireWithinLimit } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { cancelEmails, enqueueEmail } from '#server/email/outbox.ts'
import { resetToken } from '#server/links/reset-link.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>
type Reader = Pick<Services, 'db' | 'clock'>

interface PersonRow {
  id: string
  name: string
  email: string
  role: Role
  invitedUntil: Date | null
  canSignIn: boolean
  hasPasskey: boolean
  lastUsed: Date | null
}

const selectPeople = (now: Date): Statement<PersonRow> => sql<PersonRow>`
  select id, name, email, role, password_hash is not null as can_sign_in,
    exists (select from passkey where admin_id = admin_user.id) as has_passkey,
    case when password_hash is null then (
      select max(expires_at) from password_reset where admin_id = admin_user.id and expires_at > ${now}
    ) end as invited_until,
    (select max(seen_at) from admin_session session where admin_id = admin_user.id and ${isLive(now)}) as last_used
  from admin_user where removed_at is null
  order by created_at, id`

/** Returns everybody who can sign in or is invited, `viewer` first. */
export async function listPeople({ db, clock }: Reader, viewer: string): Promise<AdminPerson[]> {
  const people = (await db.run(selectPeople(clock.now()))).map(toPerson(viewer))
  return people.toSorted((one, other) => Number(other.isYou) - Number(one.isYou))
}

const toPerson =
  (viewer: string) =>
  (row: PersonRow): AdminPerson => ({
    ...row,
    isYou: row.id === viewer,
    invitedUntil: row.invitedUntil?.toISOString() ?? null,
    lastUsed: row.lastUsed?.toISOString() ?? null,
  })

async function getPerson(services: Reader, id: string, viewer: string): Promise<AdminPerson> {
  const person = (await listPeople(services, viewer)).find((listed) => listed.id === id)
  if (!person) throw personNotFound()
  return person
}

const personNotFound = () =>
  new DomainError('not_found', 'This person has been removed, or was never here. Please refresh the page.')

/**
 * Invites somebody. Of one who is invited already, the former link and its email end. Throws `invalid_request` for the
 * address of somebody who can sign in.
 */
export async function invitePerson(
  services: Deps,
  { email, name, role }: Body<typeof invitePersonEndpoint>,
  admin: Admin,
): Promise<AdminPerson> {
  const { db, clock, random } = services
  const now = clock.now()
  const [id, reset] = [random.uuid(), random.uuid()]
  const limit = { ...RATE_LIMITS.invitePerson, key: admin.id }
  const invited = sql`select id from admin_user where email = ${email} and password_hash is null and ${isAdmitted(limit)}`
  const { limits, people } = await db.batch({
    limits: countRequest(limit, now),
    person: sql`
      insert into admin_user (id, email, name, role, created_at)
      select ${id}::uuid, ${email}, ${name}, ${role}, ${now} where ${isAdmitted(limit)}
      on conflict (email) do update set name = excluded.name, role = excluded.role where admin_user.password_hash is null`,
    ...withdrawInvitations(invited, now),
    link: insertReset(
      { tokenHash: hashSecret(resetToken(reset)), mailed: true, minutes: INVITATION_HOURS * 60 },
      invited,
      now,
    ),
    mailed: enqueueEmail(
      {
        key: sql`${`invitation:${reset}:`}::text || id`,
        template: 'invitation',
        recipient: email,
        data: { reset, name, by: admin.name, role },
        at: now,
      },
      sql`from (${invited}) invited`,
    ),
    told: enqueueAccountChanged({
      change: 'invited',
      people: peopleWhere(sql`id in (${invited})`),
      actor: sql`${admin.id}::uuid`,
      now,
    }),
    activity: recordActivity(
      { at: now, actor: admin.id, action: 'admin_invited', after: { admin: sql`id`, role } },
      sql`from (${invited}) invited`,
    ),
    people: query.selectFrom('adminUser').select(['id', 'name', 'passwordHash']).where('email', '=', email),
  })
  requireWithinLimit(limits[0], now)
  const [person] = people
  if (!person) throw personNotFound()
  if (person.passwordHash !== null) {
    const sentence = `${person.name} already signs in with this address`
    throw new DomainError('invalid_request', `${sentence}.`, { fields: { email: sentence } })
  }
  return await getPerson(services, person.id, admin.id)
}

/** Statements of a batch: links of these people end, and emails with them do not leave. */
const withdrawInvitations = (people: RawBuilder<unknown>, now: Date) => ({
  links: query.deleteFrom('passwordReset').where(sql<boolean>`admin_id in (${people})`),
  invitations: cancelEmails(
    sql`template = 'invitation' and split_part(key, ':', 3) in (select id::text from (${people}) person)`,
    now,
  ),
})

/** Changes a person's name and role. Throws `not_active` for the last owner who can sign in. */
export async function changePerson(
  services: Deps,
  id: string,
  { name, role }: Body<typeof changePersonEndpoint>,
  admin: Admin,
): Promise<AdminPerson> {
  const { db, clock } = services
  const now = clock.now()
  const present = sql`removed_at is null and id = ${id}`
  await keepingAnOwner(
    db.batch({
      locked: lockPerson(id),
      told: enqueueAccountChanged({
        change: 'changed',
        people: sql`
          select id, ${name}::text as name, ${role}::text as role, email, password_hash, nullif(name, ${name}) as former_name,
            nullif(role, ${role}) as former_role
          from admin_user where ${present} and (name, role) <> (${name}, ${role})`,
        actor: sql`${admin.id}::uuid`,
        now,
      }),
      changed: recordActivity(
        (person) => ({
          at: now,
          actor: admin.id,
          action: 'admin_changed',
          after: { admin: person.ref('id'), role: person.ref('role') },
        }),
        query
          .updateTable('adminUser')
          .set({ name, role })
          .where(sql<boolean>`${present} and (name, role) <> (${name}, ${role})`)
          .returning(['id', 'role']),
      ),
    }),
  )
  return await getPerson(services, id, admin.id)
}

const lockPerson = (id: string) => query.selectFrom('adminUser').select('id').where('id', '=', id).forUpdate()

/**
 * Ends a person's access: nobody can sign in with the address, and it can be invited anew. What they did keeps their name.
 * Returns false if they are gone already. `actor`: SQL, or undefined outside the portal. Locks the person first, so that a
 * concurrent sign-in either commits before or fails.
 */
export async function removePerson(
  { db, clock }: Reader,
  id: string,
  actor: string | undefined,
): Promise<boolean> {
  const now = clock.now()
  const present = sql`id = ${id} and removed_at is null`
  const tell = (change: 'removed' | 'withdrawn', which: RawBuilder<unknown>) =>
    enqueueAccountChanged({
      change,
      people: peopleWhere(sql`${present} and ${which}`),
      actor: actor === undefined ? undefined : sql`${actor}::uuid`,
      now,
    })
  const { former } = await keepingAnOwner(
    db.batch({
      locked: lockPerson(id),
      former: query
        .selectFrom('adminUser')
        .select('id')
        .where(sql<boolean>`${present}`),
      // What is done in the portal is no longer their business.
      alerts: cancelEmails(
        sql`split_part(key, ':', 3) = ${id} and exists (select from admin_user where ${present})`,
        now,
      ),
      told: tell('removed', sql`password_hash is not null`),
      toldOwners: tell('withdrawn', sql`password_hash is null`),
      ...forgetPasskeys(sql`id = ${id}`),
      ...forgetAccess(sql`id = ${id}`),
      removed: recordActivity(
        (person) => ({
          at: now,
          actor: actor ?? 'system',
          action: 'admin_removed',
          after: { admin: person.ref('id') },
        }),
        query
          .updateTable('adminUser')
          .set({
            removedAt: now,
            email: null,
            passwordHash: null,
            // Who has never chosen a name has their address as one, and only the name stays.
            name: sql`case when name = left(email, ${PERSON_NAME_MAX}) then split_part(name, '@', 1) else name end`,
          })
          .where(sql<boolean>`${present}`)
          .returning('id'),
      ),
    }),
  )
  return former.length > 0
}

/** Ends somebody's passkeys, recovery codes and sessions: a phone was lost. A repeat changes nothing. */
export async function resetPasskeys(services: Reader, id: string, admin: Admin): Promise<AdminPerson> {
  const { db, clock } = services
  const now = clock.now()
  const has = sql`exists (select from passkey where admin_id = ${id}::uuid)`
  await db.batch({
    locked: lockPerson(id),
    told: enqueueAccountChanged({
      change: 'passkeysReset',
      people: peopleWhere(sql`id = ${id} and ${has}`),
      actor: sql`${admin.id}::uuid`,
      now,
    }),
    activity: recordActivity(
      { at: now, actor: admin.id, action: 'passkeys_reset', after: { admin: id } },
      sql`where ${has}`,
    ),
    ...forgetPasskeys(sql`id = ${id}`),
    ...forgetAccess(sql`id = ${id}`),
  })
  return await getPerson(services, id, admin.id)
}

/** Statements of a batch that end the passkeys and recovery codes of some people. `where`: of `admin_user`. */
const forgetPasskeys = (where: RawBuilder<unknown>) => ({
  passkeys: query
    .deleteFrom('passkey')
    .where(sql<boolean>`admin_id in (select id from admin_user where ${where})`),
  codes: query
    .updateTable('adminUser')
    .set({ recoveryCodes: sql`'{}'` })
    .where(sql<boolean>`${where}`),
})

/** Statements of a batch that end all sessions and links of some people, and forget their devices. `where`: of `admin_user`. */
export function forgetAccess(where: RawBuilder<unknown>) {
  const people = sql<boolean>`admin_id in (select id from admin_user where ${where})`
  return {
    sessions: query.deleteFrom('adminSession').where(people),
    devices: query.deleteFrom('adminDevice').where(people),
    resets: query.deleteFrom('passwordReset').where(people),
  }
}

/** Says why the last owner stays. The database refuses it. */
export async function keepingAnOwner<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'admin_user_owner') throw error
    throw new DomainError(
      'not_active',
      'This is the only owner who can sign in. Please make somebody else an owner first, and let them sign in.',
    )
  }
}
