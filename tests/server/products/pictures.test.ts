import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { readPictureHeader } from '#server/products/picture-header.ts'
import { getPicture, storePicture } from '#server/products/store-picture.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const keep = (bytes: Uint8Array<ArrayBuffer>) =>
  storePicture(world.services, new Blob([bytes], { type: 'image/png' }))
const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 90, g: 140, b: 130, alpha: 0.5 } } })
const PLACE = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 24/1 0/1' } }
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>'
const bytesOf = async (picture: Sharp) => new Uint8Array(await picture.toBuffer())

describe('pictures', () => {
  // ASVS 5.2.2
  it.each([
    ['image/webp', () => plain(300, 200).webp()],
    ['image/webp', () => plain(300, 200).webp({ lossless: true })],
    ['image/webp', () => plain(300, 200, 4).webp()],
    ['image/png', () => plain(300, 200, 4).png()],
    ['image/jpeg', () => plain(300, 200).jpeg()],
    ['image/jpeg', () => plain(300, 200).jpeg({ progressive: true }).withIccProfile('p3')],
    ['image/webp', () => plain(300, 200).webp().withIccProfile('p3')],
  ] as const)('readPictureHeader recognises %s by its bytes', async (type, make) => {
    const read = readPictureHeader(await bytesOf(make()))
    expect(read).toEqual({ type, width: 300, height: 200, hasMetadata: false })
  })

  it.each([
    ['EXIF in a JPEG', (picture: Sharp) => picture.jpeg().withExif(PLACE)],
    ['EXIF in a progressive JPEG', (picture: Sharp) => picture.jpeg({ progressive: true }).withExif(PLACE)],
    ['XMP in a JPEG', (picture: Sharp) => picture.jpeg().withXmp(XMP)],
    ['EXIF in a PNG', (picture: Sharp) => picture.png().withExif(PLACE)],
    ['XMP in a PNG', (picture: Sharp) => picture.png().withXmp(XMP)],
    ['EXIF in a WebP', (picture: Sharp) => picture.webp().withExif(PLACE)],
    ['XMP in a WebP', (picture: Sharp) => picture.webp().withXmp(XMP)],
  ])('storePicture refuses a picture with metadata: %s', async (_, add) => {
    await expect(keep(await bytesOf(add(plain(40, 30))))).rejects.toMatchObject({
      code: 'invalid_request',
      message:
        'Please upload this picture on the “Products” page, which removes the record of where it was taken.',
    })
  })

  it.each([
    ['PNG', (picture: Sharp) => picture.png(), 33],
    ['JPEG', (picture: Sharp) => picture.jpeg(), 'scan'],
    ['WebP', (picture: Sharp) => picture.webp(), 30],
    ['lossless WebP', (picture: Sharp) => picture.webp({ lossless: true }), 25],
  ])('storePicture refuses the header of a %s without image data', async (_, as, end) => {
    const bytes = await bytesOf(as(plain(300, 200)))
    const header = bytes.slice(0, end === 'scan' ? Buffer.from(bytes).indexOf('ffda', 'hex') : Number(end))
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    for (const rest of [Buffer.alloc(0), page]) {
      const picture = Uint8Array.from(Buffer.concat([header, rest]))
      // The size of the whole file.
      if (Buffer.from(picture).toString('latin1', 0, 4) === 'RIFF')
        new DataView(picture.buffer).setUint32(4, picture.length - 8, true)
      await expect(keep(picture)).rejects.toMatchObject({ code: 'invalid_request' })
    }
  })

  it('storePicture stores a picture once, byte for byte', async () => {
    const bytes = await bytesOf(plain(40, 30).webp())
    const [image, same] = await Promise.all([keep(bytes), keep(bytes)])
    expect(same).toBe(image)
    expect(await keep(await bytesOf(plain(41, 30).webp()))).not.toBe(image)
    const kept = await getPicture(world.services.db, image.replace('/api/pictures/', ''))
    expect(kept.contentType).toBe('image/webp')
    expect(new Uint8Array(kept.bytes)).toEqual(bytes)
  })

  // ASVS 5.2.3, 5.2.6
  it('storePicture refuses a picture with too many pixels', async () => {
    await expect(keep(await bytesOf(plain(5000, 10).png()))).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Please choose a picture no more than 4096 pixels wide or high.',
    })
  })

  // ASVS 5.2.2
  it.each([
    ['nothing', ''],
    ['one byte', '\x89'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['an animation', `GIF89a${'\0'.repeat(40)}`],
    ['half a header', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['a WebP of unknown kind', `RIFF\x20\0\0\0WEBPVP9 ${'\0'.repeat(40)}`],
    ['a WebP that is cut off', `RIFF\xff\xff\0\0WEBPVP8X${'\0'.repeat(40)}`],
    ['a JPEG without a frame', `\xff\xd8${'\xff\xe0\0\x02'.repeat(500)}`],
    ['a JPEG with an endless segment', `\xff\xd8\xff\xe0\0\0${'\xff'.repeat(2000)}`],
    ['no pixels', `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'\0'.repeat(20)}`],
  ])('a picture cannot be %s', async (_, text) => {
    await expect(keep(Uint8Array.from(Buffer.from(text, 'latin1')))).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})
