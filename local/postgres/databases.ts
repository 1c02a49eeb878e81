import { Client, escapeIdentifier } from 'pg'

/** Makes the database that the address names, if it is not there. Answers whether it made one. */
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

/** Runs on the same server's own database: one cannot make or drop the database one is in. */
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
  const there = new URL(url)
  there.pathname = `/${encodeURIComponent(name)}`
  return there.href
}

export function nameIn(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}
