import { readFileSync } from 'node:fs'
import { decodeQR } from 'qr/decode.js'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { voucherLink } from '#contract/vouchers/voucher-page.ts'
import { QrCode } from '#islands/checkout/PrintedVoucher.tsx'

const DOTS_PER_MM = 300 / 25.4
const dots = (mm: number) => Math.round(mm * DOTS_PER_MM)

// By default, the reader would download its WebAssembly part from another server.
beforeAll(() => {
  const file = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer } })
})

/** Draws the code of a paper voucher, 30 mm wide at 300 dpi, on white paper. */
async function draw(text: string): Promise<Buffer> {
  const drawing = renderToStaticMarkup(createElement(QrCode, { text })).replace(
    '<svg',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${dots(30)}" height="${dots(30)}"`,
  )
  const margin = dots(7)
  return sharp(Buffer.from(drawing))
    .flatten({ background: 'white' })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: 'white' })
    .png()
    .toBuffer()
}

/** A millimetre of ink has come off along the fold, and one half lies in the shade. */
async function fold(paper: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(paper).metadata()
  const at = Math.round(height * 0.58)
  const strip = (lines: number, background: string) =>
    sharp({ create: { width, height: lines, channels: 4, background } })
      .png()
      .toBuffer()
  return sharp(paper)
    .composite([
      { input: await strip(height - at, '#00000040'), top: at, left: 0 },
      { input: await strip(dots(1), '#ffffff'), top: at, left: 0 },
    ])
    .png()
    .toBuffer()
}

async function readByBoth(paper: Buffer): Promise<(string | undefined)[]> {
  const { data, info } = await sharp(paper).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const [found] = await readBarcodes(new Uint8Array(paper))
  return [decodeQR({ width: info.width, height: info.height, data }), found?.text]
}

describe('the QR code of a paper voucher', () => {
  it.each([
    voucherLink('https://clinic.example', '7K2M0PQR4XVB19DN'),
    voucherLink('https://www.a-clinic-with-a-long-name-in-liverpool.co.uk', '7K2M0PQR4XVB19DN'),
    voucherLink('https://clinic.example', 'SUMMERATTHECLINIC2026FORMUMANDME'),
  ])('is read by both decoders, also blurred and folded: %s', async (link) => {
    const paper = await draw(link)
    const blurred = await sharp(paper).blur(3).toBuffer()
    const folded = await sharp(await fold(paper))
      .blur(2)
      .toBuffer()
    for (const one of [paper, blurred, folded]) expect(await readByBoth(one)).toEqual([link, link])
  })
})
