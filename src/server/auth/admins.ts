import { sql } from 'kysely'
import { PERSON_NAME_MAX } from '#contract/auth/people.ts'
import type { Role } from '#contract/base/endpoint.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { enqueueAccountChanged, peopleWhere } from '#server/auth/enqueue-account-changed.ts'
import { hashPassword } from '#server/auth/password.ts'
import { forgetAccess, keepingAnOwner, removePerson } from '#server/auth/people.ts'
import { insertReset } from '#server/auth/reset-password.ts'
import { createSecret, hashSecret } from '#server/auth/secret-tokens.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

interface Wanted {
  /** Default: that which there is, or for somebody new `owner`. */
  role?: Role | undefined
  /** Of somebody new. Default: the address. */
  name?: string
}

/** Returns the person with this email address, and adds them if there is none. Throws `not_active` for the last owner. */
export async function ensureAdmin(
  { db, clock, random }: Deps,
  email: string,
  { role, name = email.slice(0, PERSON_NAME_MAX) }: Wanted = {},
): Promise<{ id: string; passwordHash: string | null }> {
  const now = clock.now()
  const hasOther = sql<boolean>`role <> ${role ?? null}::text`
  const former = query
    .selectFrom('adminUser')
    .select(['id', 'name', 'email', 'passwordHash', 'role as formerRole'])
    .select([sql<string>`${role ?? null}::text`.as('role'), sql<null>`null::text`.as('formerName')])
    .where('email', '=', email)
    .where(hasOther)
  const { admins } = await keepingAnOwner(
    db.batch({
      told: enqueueAccountChanged({ change: 'changed', people: sql`${former}`, actor: undefined, now }),
      changed: recordActivity(
        (person) => ({
          at: now,
          actor: 'system',
          action: 'admin_changed',
          after: { admin: person.ref('id'), role: person.ref('role') },
        }),
        query
          .updateTable('adminUser')
          .set({ role: sql`${role ?? null}` })
          .where('email', '=', email)
          .where(hasOther)
          .returning(['id', 'role']),
      ),
      inserted: query
        .insertInto('adminUser')
        .values({ id: random.uuid(), email, name, role: role ?? 'owner', createdAt: now })
        .onConflict((conflict) => conflict.column('email').doNothing()),
      admins: query.selectFrom('adminUser').select(['id', 'passwordHash']).where('email', '=', email),
    }),
  )
  const [admin] = admins
  if (!admin) throw new Error('This account has just been deleted')
  return admin
}

/**
 * Sets a person's password, ends all their sessions, forgets their devices and deletes their reset links. Somebody who had
 * a password is told by email, which the site sends within an hour, as are the owners.
 */
export async function setPassword(
  { db, clock, random }: Deps,
  adminId: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password, random)
  const now = clock.now()
  await db.batch({
    email: enqueueAccountChanged({
      change: 'password',
      people: peopleWhere(sql`id = ${adminId} and password_hash is not null`),
      actor: undefined,
      now,
    }),
    updated: query
      .updateTable('adminUser')
      .set({ passwordHash: hash })
      .where('id', '=', adminId)
      .where('removedAt', 'is', null),
    ...forgetAccess(sql`id = ${adminId}`),
    activity: recordActivity({
      at: now,
      actor: 'system',
      action: 'password_set',
      after: { admin: adminId },
    }),
  })
}

/** Creates a reset link and returns its token. For command-line use, where the caller has the database anyway. */
export async function createReset({ db, clock, random }: Deps, adminId: string): Promise<string> {
  const token = createSecret(random)
  await db.run(
    insertReset(
      { tokenHash: hashSecret(token), mailed: false },
      sql`select ${adminId}::uuid as id`,
      clock.now(),
    ),
  )
  return token
}

/** Returns the person who has this address, or is invited by it. */
export async function findAdmin(
  { db }: Pick<Deps, 'db'>,
  email: string,
): Promise<{ id: string; role: string } | undefined> {
  const [admin] = await db.run(
    query.selectFrom('adminUser').select(['id', 'role']).where('email', '=', email),
  )
  return admin
}

/** Removes the person with this address. Returns false if there is none. Throws `not_active` for the last owner. */
export async function removeAdmin(services: Deps, email: string): Promise<boolean> {
  const admin = await findAdmin(services, email)
  return admin !== undefined && (await removePerson(services, admin.id, undefined))
}

/** Ends all sessions, links and invitations and forgets all devices, as after a restored backup. Returns who can sign in. */
export async function endAllAccess({
  db,
}: Pick<Deps, 'db'>): Promise<{ name: string; email: string | null; role: string; canSignIn: boolean }[]> {
  const { people } = await db.batch({
    ...forgetAccess(sql`true`),
    people: query
      .selectFrom('adminUser')
      .select(['name', 'email', 'role', sql<boolean>`password_hash is not null`.as('canSignIn')])
      .where('removedAt', 'is', null)
      .orderBy('createdAt'),
  })
  return people
}
