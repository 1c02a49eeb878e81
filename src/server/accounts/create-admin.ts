import { sql } from 'kysely'
import type { Services } from '../services/services.ts'
import { hashPassword } from './password.ts'

/** The admin with this address, made if there is none. */
export async function ensureAdmin(
  { db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>,
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

/** Gives an admin a password, and ends whatever was opened with the former one. */
export async function setPassword(
  { db, random }: Pick<Services, 'db' | 'random'>,
  adminId: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password, random)
  await db.batch({
    changed: sql`update admin_user set password_hash = ${hash} where id = ${adminId}`,
    ended: sql`delete from admin_session where admin_id = ${adminId}`,
  })
}
