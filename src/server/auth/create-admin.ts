import { sql } from 'kysely'
import type { Services } from '../clients/services.ts'
import { hashPassword } from './password.ts'
import { insertReset } from './request-reset.ts'
import { hashOf, newSecret } from './tokens.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

/** The admin with this address, made if there is none. */
export async function ensureAdmin(
  { db, clock, random }: Deps,
  email: string,
): Promise<{ id: string; passwordHash: string | null }> {
  const { admins } = await db.batch({
    made: sql`
      insert into admin_user (id, email, created_at) values (${random.uuid()}, ${email}, ${clock.now()})
      on conflict (email) do nothing`,
    admins: sql<{ id: string; passwordHash: string | null }>`
      select id, password_hash from admin_user where email = ${email}`,
  })
  const [admin] = admins
  if (!admin) throw new Error('The admin was deleted while we looked')
  return admin
}

/** Gives an admin a password, and ends whatever the former one had opened. */
export async function setPassword(
  { db, clock, random }: Deps,
  adminId: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password, random)
  await db.batch({
    changed: sql`update admin_user set password_hash = ${hash} where id = ${adminId}`,
    ended: sql`delete from admin_session where admin_id = ${adminId}`,
    spent: sql`delete from password_reset where admin_id = ${adminId}`,
    noted: sql`
      insert into activity (at, actor, action, after)
      values (${clock.now()}, 'system', 'password_set', jsonb_build_object('admin', ${adminId}::uuid))`,
  })
}

/** The secret of a link by which an admin chooses a password, for whoever can reach the database anyway. */
export async function createReset({ db, clock, random }: Deps, adminId: string): Promise<string> {
  const token = newSecret(random)
  await db.run(
    insertReset({ tokenHash: hashOf(token), mailed: false }, sql`select ${adminId}::uuid as id`, clock.now()),
  )
  return token
}
