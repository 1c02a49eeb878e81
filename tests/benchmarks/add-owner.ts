import { ensureAdmin, setPassword } from '#server/auth/admins.ts'
import { systemClock, systemRandom } from '#server/clients/services.ts'
import { createDb } from '#server/db/db.ts'

const OWNER = { email: 'owner@example.com', password: 'a heron stands in the Mersey' }

/** Adds an admin, if there is none yet. Returns what signs them in. */
export async function addOwner(databaseUrl: string): Promise<typeof OWNER> {
  const services = { db: createDb(databaseUrl), clock: systemClock, random: systemRandom }
  await setPassword(services, (await ensureAdmin(services, OWNER.email)).id, OWNER.password)
  return OWNER
}
