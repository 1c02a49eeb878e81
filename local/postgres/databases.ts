import { Client, escapeIdentifier } from 'pg'

/** Creates the database of this URL if it does not exist; returns whether it did. */
export async function ensureDatabase(url: string): Promise<boolean> {
  return asAdmin(url, async (admin) => {
    const name = nameIn(url)
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return false
    await admin.query(`create database ${escapeIdentifier(name)}`)
    return true
  })
}

export async function dropDatabase(url: string): Promise<void> {
  await asAdmin(url, (admin) =>
    admin.query(`drop database if exists ${escapeIdentifier(nameIn(url))} with (force)`),
  )
}

/** Connects to the maintenance database, because Postgres cannot create or drop the database of the session. */
export async function asAdmin<T>(url: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: withDatabase(url, 'postgres') })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

export function withDatabase(url: string, name: string): string {
  const result = new URL(url)
  result.pathname = `/${encodeURIComponent(name)}`
  return result.href
}

export function nameIn(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}
