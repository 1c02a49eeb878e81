import { sql } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import { hashPassword } from '#server/auth/password.ts'
import { enqueuePasswordChanged, insertReset } from '#server/auth/reset-password.ts'
import { createSecret, hashSecret } from '#server/auth/secret-tokens.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { cancelEmails } from '#server/email/outbox.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

/** Returns the admin with this email address, and creates the admin if there is none. */
export async function ensureAdmin(
  { db, clock, random }: Deps,
  email: string,
): Promise<{ id: string; passwordHash: string | null }> {
  const { admins } = await db.batch({
    inserted: query
      .insertInto('adminUser')
      .values({ id: random.uuid(), email, createdAt: clock.now() })
      .onConflict((conflict) => conflict.column('email').doNothing()),
    admins: query.selectFrom('adminUser').select(['id', 'passwordHash']).where('email', '=', email),
  })
  const [admin] = admins
  if (!admin) throw new Error('This account has just been deleted')
  return admin
}

/**
 * Sets an admin's password, ends all their sessions, forgets their devices and deletes their reset links. An admin who had
 * a password is told by email, which the site sends within an hour.
 */
export async function setPassword(
  { db, clock, random }: Deps,
  adminId: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password, random)
  const now = clock.now()
  await db.batch({
    email: enqueuePasswordChanged(
      sql`email`,
      sql`from admin_user where id = ${adminId} and password_hash is not null`,
      now,
    ),
    updated: query.updateTable('adminUser').set({ passwordHash: hash }).where('id', '=', adminId),
    sessions: query.deleteFrom('adminSession').where('adminId', '=', adminId),
    devices: query.deleteFrom('adminDevice').where('adminId', '=', adminId),
    resets: query.deleteFrom('passwordReset').where('adminId', '=', adminId),
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

/**
 * Deletes an admin with their sessions, devices and reset links; the activity keeps their id. Returns false if there is
 * no such admin. Locks the admin first, so that a concurrent sign-in either commits before or fails.
 */
export async function removeAdmin(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  email: string,
): Promise<boolean> {
  const admin = query.selectFrom('adminUser').select('id').where('email', '=', email)
  const { removed } = await db.batch({
    locked: admin.forUpdate(),
    sessions: query.deleteFrom('adminSession').where('adminId', 'in', admin),
    devices: query.deleteFrom('adminDevice').where('adminId', 'in', admin),
    resets: query.deleteFrom('passwordReset').where('adminId', 'in', admin),
    // What is done in the portal is no longer their business.
    alerts: cancelEmails(
      sql`recipient = ${email} and split_part(key, ':', 3) = (select id::text from admin_user where email = ${email})`,
      clock.now(),
    ),
    removed: recordActivity(
      (row) => ({
        at: clock.now(),
        actor: 'system',
        action: 'admin_removed',
        after: { admin: row.ref('id') },
      }),
      query.deleteFrom('adminUser').where('email', '=', email).returning('id'),
    ).returning('id'),
  })
  return removed.length > 0
}
