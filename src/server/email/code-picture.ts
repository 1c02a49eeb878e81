import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'
import type { Attachment } from '../clients/email.ts'

/** Dots of the picture for one of the code's, so that it is sharp on any screen and in print. */
const SCALE = 8
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BLACK_AND_WHITE = [1, 0, 0, 0, 0]

/** The voucher's code as a QR code: a PNG, since many mail programs leave out drawings, sent with the mail itself. */
export function codePicture(code: string): Attachment {
  // 'Q' survives a fold or a stain; the quiet border is part of the code, also on a dark screen.
  const { data } = encode(code, { ecc: 'Q', border: 4 })
  return {
    name: 'voucher-code.png',
    contentType: 'image/png',
    content: png(data),
    contentId: 'voucher-code',
  }
}

/** https://www.w3.org/TR/png-3/: one bit a dot, 1 is white, every line behind a byte that says it is not filtered. */
function png(dark: readonly (readonly boolean[])[]): Buffer {
  const size = dark.length * SCALE
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set(BLACK_AND_WHITE, 8)
  // Eight dots are one byte, so with a scale of eight each of the code's dots is a byte of its own.
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
