import { createDb, type Db } from '#server/db/db.ts'
import { env } from '#server/env.ts'

const opened = new Map<string, Db>()

/** Returns the URL with which functions connect: of the role clinic_functions, or of the owner where there is none. */
export const functionsDatabaseUrl = (): string => env('FUNCTIONS_DATABASE_URL') ?? env('DATABASE_URL')

/** Returns the functions' database, one `Db` per URL. */
export function database(): Db {
  const url = functionsDatabaseUrl()
  const db = opened.get(url) ?? createDb(url)
  opened.set(url, db)
  return db
}
