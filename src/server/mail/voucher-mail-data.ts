import * as v from 'valibot'

/** What the outbox keeps for the two mails of a voucher. */
export const VoucherMailSchema = v.object({
  voucherCode: v.string(),
  pence: v.number(),
  reference: v.string(),
  buyerName: v.string(),
  recipientName: v.string(),
  recipientEmail: v.string(),
  personalMessage: v.nullable(v.string()),
  paidAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
  /** The last day it is valid. */
  lastDay: v.pipe(v.string(), v.isoDate()),
})

export type VoucherMail = v.InferOutput<typeof VoucherMailSchema>

/** 2026-11-21 as "21 November 2026". */
export function longDay(isoDate: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(isoDate))
}

/** XXXX-XXXX-XXXX-XXXX, as people read it aloud. */
export function spokenCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}
