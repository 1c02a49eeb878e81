import { clinic } from '#content/clinic'
import { ensureAdmin, setPassword } from '#server/auth/admins'
import { isPassword } from '#server/auth/password'
import { createDb } from '#server/db/db'
import { systemClock, systemRandom } from '#server/clients/services'
import { keepSecrets } from './secrets.ts'

export interface LocalAdmin {
  email: string
  password: string
}

/** Whoever the environment names, or the clinic with a password that is made once for this folder. */
const adminOf = (dir: string): LocalAdmin => ({
  email: (process.env['ADMIN_EMAIL'] ?? clinic.email).trim().toLowerCase(),
  password: process.env['ADMIN_PASSWORD'] ?? keepSecrets(dir).adminPassword,
})

/**
 * Sees to it that the admin we name can sign in, whatever was changed meanwhile. Only a local database is ever passed in
 * here.
 */
export async function giveAdmin(databaseUrl: string, dir: string): Promise<LocalAdmin> {
  const admin = adminOf(dir)
  const services = { db: createDb(databaseUrl), clock: systemClock, random: systemRandom }
  const { id, passwordHash } = await ensureAdmin(services, admin.email)
  const opens = passwordHash !== null && (await isPassword(admin.password, passwordHash))
  if (!opens) await setPassword(services, id, admin.password)
  return admin
}
