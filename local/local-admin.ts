import { clinic } from '#clinic/current-clinic.ts'
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

/** Creates the local owner or resets the password, so that it can always sign in. Only for a local database. */
export async function ensureLocalAdmin(databaseUrl: string, dir: string): Promise<LocalAdmin> {
  const admin = adminOf(dir)
  await ensurePerson(databaseUrl, admin, { role: 'owner', name: 'Owner' })
  return admin
}

/** The same for somebody who helps at the desk, with the owner's password. */
export async function ensureLocalAssistant(databaseUrl: string, dir: string): Promise<LocalAdmin> {
  const { email, password } = adminOf(dir)
  const assistant = { email: email.replace(/^[^@]+/, 'assistant'), password }
  await ensurePerson(databaseUrl, assistant, { role: 'staff', name: 'Assistant' })
  return assistant
}

async function ensurePerson(
  databaseUrl: string,
  { email, password }: LocalAdmin,
  person: Parameters<typeof ensureAdmin>[2],
): Promise<void> {
  const services = { db: createDb(databaseUrl), clock: systemClock, random: systemRandom }
  const { id, passwordHash } = await ensureAdmin(services, email, person)
  const isCurrent = passwordHash !== null && (await isPassword(password, passwordHash))
  if (!isCurrent) await setPassword(services, id, password)
}
