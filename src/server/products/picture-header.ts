import type { pictureTypes } from '#contract/pictures.ts'

export interface PictureHeader {
  type: (typeof pictureTypes)[number]
  width: number
  height: number
}

/** Reads type and size from the first bytes, not from the file name. Returns undefined for other types. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readPng(view) ?? readWebp(view) ?? readJpeg(view)
  } catch (error) {
    // The file ends within its header.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** https://www.w3.org/TR/png-3/#11IHDR */
function readPng(view: DataView): PictureHeader | undefined {
  if (view.getBigUint64(0) !== 0x89504e470d0a1a0an || textAt(view, 12) !== 'IHDR') return undefined
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(view: DataView): PictureHeader | undefined {
  if (textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WEBP') return undefined
  if (view.getUint32(4, true) + 8 > view.byteLength) return undefined
  const size = webpSizes[textAt(view, 12)]?.(view)
  return size && { type: 'image/webp', ...size }
}

type Size = Omit<PictureHeader, 'type'>

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

/** Walks the segments up to the one that begins a frame. https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.1 and B.2 */
function readJpeg(view: DataView): PictureHeader | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    } else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, without the three other markers in that range. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const textAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))
