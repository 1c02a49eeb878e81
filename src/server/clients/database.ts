import { createDb, type Db } from '#server/db/db.ts'
import { env } from '#server/env.ts'

const opened = new Map<string, Db>()

/** Returns the database of DATABASE_URL, one `Db` per URL. */
export function database(): Db {
  const url = env('DATABASE_URL')
  const db = opened.get(url) ?? createDb(url)
  opened.set(url, db)
  return db
}
