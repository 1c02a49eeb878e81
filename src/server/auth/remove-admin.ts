import { sql } from 'kysely'
import type { Services } from '../clients/services.ts'

/**
 * Takes an admin away with everything that would still let them in. What they did stays on record under their id. The
 * admin is locked first: whoever signs in at this moment comes before, or not at all. False: there is none.
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
      insert into activity (at, actor, action, after)
      select ${clock.now()}, 'system', 'admin_removed', jsonb_build_object('admin', id) from removed
      returning id`,
  })
  return removed.length > 0
}
