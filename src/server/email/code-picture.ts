import { encodeQR } from 'qr'
import type { Attachment } from '#server/clients/email.ts'

// esbuild moves an import of a Node module to the start of the bundle, where it delays every cold start.
const { crc32, deflateSync } = process.getBuiltinModule('node:zlib')

/** Image pixels per QR module (side length), so that it is sharp on any screen and in print. */
const SCALE = 8
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BLACK_AND_WHITE = [1, 0, 0, 0, 0]

/** Returns the link of a voucher, or its code, as a QR code: an attached PNG, because many email programs do not show SVG. */
export function codePicture(text: string): Attachment {
  // The level tolerates folds and stains; the border is the quiet zone, which must be white on dark screens, too.
  const modules = encodeQR(text, 'raw', { ecc: 'quartile', border: 4 })
  return {
    name: 'voucher-code.png',
    contentType: 'image/png',
    content: png(modules),
    contentId: 'voucher-code',
  }
}

/** Writes a PNG with 1 bit per pixel (1 is white) and filter type 0 before each line. https://www.w3.org/TR/png-3/ */
function png(dark: readonly (readonly boolean[])[]): Buffer {
  const size = dark.length * SCALE
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set(BLACK_AND_WHITE, 8)
  // With a scale of 8, each QR module is one byte.
  const lines = dark.flatMap((row) => {
    const line = [0, ...row.map((isDark) => (isDark ? 0 : 0xff))]
    return Array.from({ length: SCALE }, () => line).flat()
  })
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from(lines))), chunk('IEND')]
  return Buffer.concat([SIGNATURE, ...parts])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
