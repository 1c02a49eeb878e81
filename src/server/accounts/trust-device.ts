import { sql } from 'kysely'

export const DEVICE_SECONDS = 365 * 24 * 60 * 60

/** Body of a CTE: the device that the admin of the CTE `admin` signs in with, or may from now on. */
export const trustDevice = (deviceHash: string, now: Date) => sql`
  insert into admin_device (secret_hash, admin_id, expires_at)
  select ${deviceHash}, id, ${now}::timestamptz + ${DEVICE_SECONDS} * interval '1 second' from admin
  on conflict (secret_hash) do update set failures = 0, expires_at = excluded.expires_at`
