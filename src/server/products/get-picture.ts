import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { DomainError } from '../domain-error.ts'

export interface Picture {
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

export async function getPicture(db: Db, id: string): Promise<Picture> {
  const [picture] = await db.run(sql<Picture>`select content_type, bytes from picture where id = ${id}`)
  if (!picture) throw new DomainError('not_found', 'There is no such picture.')
  return picture
}
