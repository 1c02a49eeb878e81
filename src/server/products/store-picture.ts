import { createHash } from 'node:crypto'
import { PICTURE_SIDE_MAX, pictureEndpoint } from '#contract/pictures'
import { sql } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { readPictureHeader } from './picture-header.ts'
import { type Db, query } from '../db/db.ts'

/**
 * Stores a picture, once for the same bytes, and returns its path. Reads the type from the bytes, not from the
 * upload.
 */
export async function storePicture(
  { db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>,
  file: Blob,
): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { type, width, height } =
    readPictureHeader(bytes) ?? refuse('This is not a picture that we can show.')
  if (Math.min(width, height) < 1 || Math.max(width, height) > PICTURE_SIDE_MAX) {
    refuse(`Please choose a picture of at most ${PICTURE_SIDE_MAX} pixels each way.`)
  }
  const { stored } = await db.batch({
    picture: sql`
      insert into picture (id, content_type, bytes, created_at)
      values (${random.uuid()}, ${type}, ${hex(bytes)}::bytea, ${clock.now()})
      on conflict (hash) do nothing`,
    stored: sql<{ id: string }>`
      select id from picture where hash = ${hex(createHash('sha256').update(bytes).digest())}::bytea`,
  })
  return pictureEndpoint.path.replace(':id', stored[0]?.id ?? '')
}

function refuse(sentence: string): never {
  throw new DomainError('invalid_request', sentence)
}

const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`

interface Picture {
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

export async function getPicture(db: Db, id: string): Promise<Picture> {
  const [picture] = await db.run(
    query.selectFrom('picture').select(['contentType', 'bytes']).where('id', '=', id).$castTo<Picture>(),
  )
  if (!picture) throw new DomainError('not_found', 'There is no such picture.')
  return picture
}
