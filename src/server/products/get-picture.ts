import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { DomainError } from '../domain-error.ts'

export interface Picture {
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function getPicture(db: Db, id: string): Promise<Picture> {
  const [picture] = UUID.test(id)
    ? await db.run(sql<Picture>`select content_type, bytes from picture where id = ${id}`)
    : []
  if (!picture) throw new DomainError('not_found', 'There is no such picture.')
  return picture
}
