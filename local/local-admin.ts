import { clinic } from '#content/clinic.ts'
import { loadSecrets } from '#local/secrets.ts'
import { ensureAdmin, setPassword } from '#server/auth/admins.ts'
import { isPassword } from '#server/auth/password.ts'
import { systemClock, systemRandom } from '#server/clients/services.ts'
import { createDb } from '#server/db/db.ts'

export interface LocalAdmin {
  email: string
  password: string
}

/** Reads the admin from the environment; defaults to the clinic's email and the password stored for this folder. */
const adminOf = (dir: string): LocalAdmin => ({
  email: (process.env['ADMIN_EMAIL'] ?? clinic.email).trim().toLowerCase(),
  password: process.env['ADMIN_PASSWORD'] ?? loadSecrets(dir).adminPassword,
})

/** Creates the local admin or resets its password, so that it can always sign in. Only for a local database. */
export async function ensureLocalAdmin(databaseUrl: string, dir: string): Promise<LocalAdmin> {
  const admin = adminOf(dir)
  const services = { db: createDb(databaseUrl), clock: systemClock, random: systemRandom }
  const { id, passwordHash } = await ensureAdmin(services, admin.email)
  const isCurrent = passwordHash !== null && (await isPassword(admin.password, passwordHash))
  if (!isCurrent) await setPassword(services, id, admin.password)
  return admin
}
