import { jpegMetadata, type pictureTypes } from '#contract/products/pictures.ts'

export interface PictureHeader {
  type: (typeof pictureTypes)[number]
  width: number
  height: number
  /** Whether it has EXIF, XMP or other texts, which may say where it was taken. */
  hasMetadata: boolean
}

/**
 * Reads type, size and whether there is metadata from the bytes, not from the file name. Returns undefined for other
 * types, and for a header without image data.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readPng(view) ?? readWebp(view) ?? readJpeg(view)
  } catch (error) {
    // The file ends too early.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

interface Chunk {
  name: string
  /** Bytes. */
  size: number
}

const PNG_METADATA = new Set(['eXIf', 'iTXt', 'tEXt', 'zTXt'])

/** https://www.w3.org/TR/png-3/#11IHDR */
function readPng(view: DataView): PictureHeader | undefined {
  if (view.getBigUint64(0) !== 0x89504e470d0a1a0an || textAt(view, 12) !== 'IHDR') return undefined
  const chunks = [...pngChunks(view)]
  if (!chunks.some(({ name, size }) => name === 'IDAT' && size > 0)) return undefined
  return {
    type: 'image/png',
    width: view.getUint32(16),
    height: view.getUint32(20),
    hasMetadata: chunks.some(({ name }) => PNG_METADATA.has(name)),
  }
}

/** Each chunk has its size before its name, and a checksum of 4 bytes at its end. */
function* pngChunks(view: DataView): Generator<Chunk> {
  for (let at = 8; ;) {
    const chunk = { name: textAt(view, at + 4), size: view.getUint32(at) }
    yield chunk
    if (chunk.name === 'IEND') return
    at += chunk.size + 12
  }
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(view: DataView): PictureHeader | undefined {
  if (textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WEBP') return undefined
  const size = webpSizes[textAt(view, 12)]?.(view)
  const chunks = [...webpChunks(view)]
  if (!size || !chunks.some(hasImageData)) return undefined
  const hasMetadata = chunks.some(({ name }) => name === 'EXIF' || name === 'XMP ')
  return { type: 'image/webp', ...size, hasMetadata }
}

/** Each chunk is padded to an even size. */
function* webpChunks(view: DataView): Generator<Chunk> {
  const end = view.getUint32(4, true) + 8
  for (let at = 12; at < end;) {
    const chunk = { name: textAt(view, at), size: view.getUint32(at + 4, true) }
    if (at + 8 + chunk.size > Math.min(end, view.byteLength)) throw new RangeError('The chunk is cut off')
    yield chunk
    at += 8 + chunk.size + (chunk.size % 2)
  }
}

/** Sizes of the headers in the chunks that hold an image or a frame (bytes). */
const WEBP_IMAGES: Record<string, number> = { 'VP8 ': 10, VP8L: 5, ANMF: 24 }

const hasImageData = ({ name, size }: Chunk) => size > (WEBP_IMAGES[name] ?? Infinity)

type Size = Pick<PictureHeader, 'width' | 'height'>

const webpSizes: Record<string, (view: DataView) => Size | undefined> = {
  'VP8 '(view) {
    // The start code of a key frame. https://www.rfc-editor.org/rfc/rfc6386#section-9.1
    if (view.getUint16(23) !== 0x9d01 || view.getUint8(25) !== 0x2a) return undefined
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  },
  VP8L(view) {
    if (view.getUint8(20) !== 0x2f) return undefined
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  },
  VP8X: (view) => ({
    width: (view.getUint32(23, true) >>> 8) + 1,
    height: (view.getUint32(26, true) >>> 8) + 1,
  }),
}

/** Walks the segments up to the first scan. https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.1 and B.2 */
function readJpeg(view: DataView): PictureHeader | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let size: Size | undefined
  let hasMetadata = false
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrame(marker)) size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    hasMetadata ||= jpegMetadata.includes(marker)
    at += 2 + view.getUint16(at + 2)
    if (marker === START_OF_SCAN) {
      return size && at < view.byteLength ? { type: 'image/jpeg', ...size, hasMetadata } : undefined
    }
  }
  return undefined
}

const START_OF_SCAN = 0xda

/** SOF0 to SOF15, without the three other markers in that range. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const textAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))
