import { sql } from 'kysely'
import { recordActivity } from '../activity/record-activity.ts'
import type { Services } from '../clients/services.ts'
import { hashPassword } from './password.ts'
import { insertReset } from './reset-password.ts'
import { createSecret, hashSecret } from './tokens.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

/** Returns the admin with this email address, and creates the admin if there is none. */
export async function ensureAdmin(
  { db, clock, random }: Deps,
  email: string,
): Promise<{ id: string; passwordHash: string | null }> {
  const { admins } = await db.batch({
    inserted: sql`
      insert into admin_user (id, email, created_at) values (${random.uuid()}, ${email}, ${clock.now()})
      on conflict (email) do nothing`,
    admins: sql<{ id: string; passwordHash: string | null }>`
      select id, password_hash from admin_user where email = ${email}`,
  })
  const [admin] = admins
  if (!admin) throw new Error('The admin was deleted at the same moment')
  return admin
}

/** Sets an admin's password, ends all their sessions and deletes their reset links. */
export async function setPassword(
  { db, clock, random }: Deps,
  adminId: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password, random)
  await db.batch({
    updated: sql`update admin_user set password_hash = ${hash} where id = ${adminId}`,
    sessions: sql`delete from admin_session where admin_id = ${adminId}`,
    resets: sql`delete from password_reset where admin_id = ${adminId}`,
    activity: recordActivity({
      at: clock.now(),
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

/**
 * Deletes an admin with their sessions, devices and reset links; the activity keeps their id. Returns false if there is
 * no such admin. Locks the admin first, so that a concurrent sign-in either commits before or fails.
 */
export async function removeAdmin(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  email: string,
): Promise<boolean> {
  const admin = sql`select id from admin_user where email = ${email}`
  const { removed } = await db.batch({
    locked: sql`select from admin_user where email = ${email} for update`,
    sessions: sql`delete from admin_session where admin_id in (${admin})`,
    devices: sql`delete from admin_device where admin_id in (${admin})`,
    resets: sql`delete from password_reset where admin_id in (${admin})`,
    removed: sql`
      with removed as (delete from admin_user where email = ${email} returning id)
      ${recordActivity(
        { at: clock.now(), actor: 'system', action: 'admin_removed', after: { admin: sql`id` } },
        sql`from removed`,
      ).returning('id')}`,
  })
  return removed.length > 0
}
