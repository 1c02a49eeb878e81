import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdParamsSchema } from '#contract/base/ids.ts'

/** Limit of an uploaded picture (bytes); browsers scale larger ones down. */
export const PICTURE_MAX = 300 * 1024
/** Limit of each side (pixels), because a small file can decode to a huge bitmap. */
export const PICTURE_SIDE_MAX = 4096

export const pictureTypes = ['image/webp', 'image/png', 'image/jpeg'] as const

/** Markers of the JPEG segments that an upload must not have: EXIF and XMP, IPTC, and comments. */
export const jpegMetadata = [0xe1, 0xed, 0xfe]

/** Serves a picture. Its bytes never change: another picture has another id. */
export const pictureEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/pictures/:id',
  access: 'public',
  params: IdParamsSchema,
  body: v.undefined(),
  reply: v.instance(Uint8Array),
})

/** Stores a picture. The same bytes get the same URL. */
export const uploadPictureEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/pictures',
  access: 'admin',
  role: 'owner',
  raw: {
    types: pictureTypes,
    max: PICTURE_MAX,
    otherType: 'Please choose a WebP, PNG or JPEG picture.',
    tooLarge: 'Please choose a picture no larger than 300 KB.',
  },
  body: v.instance(Blob),
  reply: v.object({ image: v.pipe(v.string(), v.startsWith('/api/pictures/')) }),
})

export const pictureEndpoints = { picture: pictureEndpoint, uploadPicture: uploadPictureEndpoint }
