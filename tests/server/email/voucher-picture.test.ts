import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { renderEmail } from '#server/email/templates.ts'
import { CODE, SAMPLES, SITE, voucher } from '#tests/harness/sample-emails.ts'
import { requireSize } from '#tests/harness/size-limit.ts'

const gift = (voucherCode: string) => renderEmail('voucher-gift', { ...voucher, voucherCode }, SITE)

// By default, the reader would download its WebAssembly part from another server.
beforeAll(() => {
  const file = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer } })
})

async function read(png: Buffer) {
  return (await readBarcodes(new Uint8Array(png))).map(({ format, text }) => ({ format, text }))
}

describe('the picture in the voucher email', () => {
  it('is a QR code of the voucher’s page', async () => {
    const { attachments } = gift(voucher.voucherCode)
    expect(attachments.map(({ name, contentType }) => [name, contentType])).toEqual([
      ['gift-voucher.png', 'image/png'],
      ['voucher-code.png', 'image/png'],
      ['river.png', 'image/png'],
    ])
    expect(await read(attachments[1]!.content)).toEqual([
      { format: 'QRCode', text: `${SITE}/voucher#${voucher.voucherCode}` },
    ])
  })

  it('is the code alone if that is too short for the page', async () => {
    const { attachments, html } = gift('SPRING')
    expect(await read(attachments[1]!.content)).toEqual([{ format: 'QRCode', text: 'SPRING' }])
    expect(html).not.toContain(`${SITE}/voucher`)
  })

  it.each(['SPRING26', '0123456789ABCDEFGHJKMNPQRSTVWXYZ'])('encodes the custom code %s', async (code) => {
    const { attachments, text } = gift(code)
    const [found] = await read(attachments[1]!.content)
    expect(found?.text).toBe(`${SITE}/voucher#${code}`)
    expect(text).toContain(`Voucher code: ${code}`)
    expect(text).toContain(`See what is left on the voucher: ${found?.text}\n`)
  })

  it('comes with the address of that page in words, without the code', () => {
    expect(gift(voucher.voucherCode).html).toMatch(
      new RegExp(`href="${SITE}/voucher#${voucher.voucherCode}"[^>]*>clinic.example/voucher</a>`),
    )
  })

  it('has a printable size and the code as alternative text', () => {
    const { html } = gift(voucher.voucherCode)
    expect(html).toMatch(
      new RegExp(`<img [^>]*src="cid:voucher-code" width="164" height="164" alt="${CODE}"`),
    )
  })

  it('comes with a drawing of at most 30 KB', () => {
    const [drawing] = gift(voucher.voucherCode).attachments
    requireSize('The drawing', drawing!.content.length / 1024, 30)
    expect(drawing!.content.subarray(1, 4).toString()).toBe('PNG')
  })

  it('is in no other email', () => {
    for (const [template, data] of Object.entries(SAMPLES).filter(([name]) => name !== 'voucher-gift')) {
      const { attachments } = renderEmail(template, data, SITE)
      const images = attachments.filter(({ contentType }) => contentType.startsWith('image/'))
      expect(images.map(({ name }) => name)).toEqual(['river.png'])
    }
  })
})
