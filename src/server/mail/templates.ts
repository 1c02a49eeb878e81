import { parse } from 'valibot'
import type { RenderedLetter } from './letter.ts'
import { voucherGift } from './voucher-gift.ts'
import { VoucherMailSchema } from './voucher-mail-data.ts'
import { voucherReceipt } from './voucher-receipt.ts'

type Render = (data: unknown, siteUrl: string) => RenderedLetter

/** Every mail by the name it has in the outbox. */
const templates: Record<string, Render> = {
  'voucher-receipt': (data, siteUrl) => voucherReceipt(parse(VoucherMailSchema, data), siteUrl),
  'voucher-gift': (data, siteUrl) => voucherGift(parse(VoucherMailSchema, data), siteUrl),
}

export function renderLetter(template: string, data: unknown, siteUrl: string): RenderedLetter {
  const render = templates[template]
  if (!render) throw new Error(`There is no mail called ${template}`)
  return render(data, siteUrl)
}
