import { expect, it } from 'vitest'
import { withoutMetadata } from '#islands/admin/products/scale-picture.ts'

const START = 'ffd8'
const JFIF = 'ffe000044a46'
const TABLE = 'ffdb0004aabb'
/** A scan whose data looks like a segment of EXIF. */
const SCAN = 'ffda0004000011ffe1000422ffd9'

it.each([
  ['EXIF or XMP', 'ffe1000845786966aabb'],
  ['IPTC', 'ffed0004abcd'],
  ['a comment', 'fffe0005616263'],
])('withoutMetadata removes %s from a JPEG, and nothing else', async (_, segment) => {
  const jpeg = new Blob([Buffer.from(START + JFIF + segment + TABLE + segment + SCAN, 'hex')], {
    type: 'image/jpeg',
  })
  const kept = await withoutMetadata(jpeg)
  expect(kept.type).toBe('image/jpeg')
  expect(Buffer.from(await kept.arrayBuffer()).toString('hex')).toBe(START + JFIF + TABLE + SCAN)
})
