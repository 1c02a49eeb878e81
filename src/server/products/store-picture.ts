import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { PICTURE_SIDE_MAX, pictureEndpoint } from '#contract/products/pictures.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Db } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { readPictureHeader } from '#server/products/picture-header.ts'

/**
 * Stores a picture, once for the same bytes, and returns its path. Reads the type from the bytes, not from the
 * upload, and refuses metadata, because a picture is public.
 */
export async function storePicture(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  file: Blob,
): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { type, width, height, hasMetadata } =
    readPictureHeader(bytes) ?? refuse('We cannot show this picture. Please choose another one.')
  // The Products page redraws what it uploads.
  if (hasMetadata)
    refuse(
      'Please upload this picture on the “Products” page, which removes the record of where it was taken.',
    )
  if (Math.min(width, height) < 1 || Math.max(width, height) > PICTURE_SIDE_MAX) {
    refuse(`Please choose a picture no more than ${PICTURE_SIDE_MAX} pixels wide or high.`)
  }
  const { stored } = await db.batch({
    picture: query
      .insertInto('picture')
      .values({
        id: sql`gen_random_uuid()`,
        contentType: type,
        bytes: toBytea(bytes),
        createdAt: clock.now(),
      })
      .onConflict((conflict) => conflict.column('hash').doNothing()),
    stored: query
      .selectFrom('picture')
      .select('id')
      .where('hash', '=', toBytea(createHash('sha256').update(bytes).digest())),
  })
  return pictureEndpoint.path.replace(':id', stored[0]?.id ?? '')
}

function refuse(sentence: string): never {
  throw new DomainError('invalid_request', sentence)
}

const toBytea = (bytes: Uint8Array) => sql<Buffer>`${`\\x${Buffer.from(bytes).toString('hex')}`}::bytea`

interface Picture {
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

export async function getPicture(db: Db, id: string): Promise<Picture> {
  const [picture] = await db.run(
    query.selectFrom('picture').select(['contentType', 'bytes']).where('id', '=', id).$castTo<Picture>(),
  )
  if (!picture) throw new DomainError('not_found', 'We could not find this picture.')
  return picture
}
