import { type RawBuilder, sql } from 'kysely'
import { type Admission, countCall, requireAdmission } from '../db/throttle.ts'
import { resetToken } from '../reset-link.ts'
import type { Services } from '../services/services.ts'
import { accountKey, hashOf } from './secret.ts'

const MAILS = { limit: 3, windowMinutes: 60 }
const RESET_MINUTES = 30

/**
 * Mails a link to the admin with this address, if there is one and it has not had three in an hour. One statement that
 * answers the same in every case: who asks learns nothing.
 */
export async function requestReset(
  { db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>,
  email: string,
  addressKey: string,
): Promise<void> {
  const now = clock.now()
  const id = random.uuid()
  const whoMay = sql`
    select id from admin_user, called, counted where email = ${email} and called.admitted and counted.admitted`
  const [admission] = await db.run(sql<Admission>`
    with called as (${countCall({ ...MAILS, kind: 'reset', key: addressKey }, now)}),
    counted as (${countCall({ ...MAILS, kind: 'reset_account', key: accountKey(email) }, now)}),
    reset as (${insertReset(hashOf(resetToken(id)), whoMay, now)}),
    noted as (insert into activity (at, actor, action, after)
      select ${now}, 'visitor', 'reset_requested', jsonb_build_object('admin', admin_id) from reset),
    mailed as (
      insert into outbox (id, key, template, recipient, data, created_at, due_at)
      select ${random.uuid()}::uuid, 'password-reset:' || ${id}, 'password-reset', ${email},
        jsonb_build_object('reset', ${id}::text), ${now}, ${now}
      from reset
    )
    select admitted, retry_at from called`)
  requireAdmission(admission, now)
}

/** A link's row, for each admin that a query names. */
export const insertReset = (tokenHash: string, admins: RawBuilder<unknown>, now: Date) => sql<{
  adminId: string
}>`
  insert into password_reset (token_hash, admin_id, expires_at)
  select ${tokenHash}, admin.id, ${now}::timestamptz + ${RESET_MINUTES} * interval '1 minute' from (${admins}) admin
  returning admin_id`
