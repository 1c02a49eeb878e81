import { SEND_HOUR } from '#contract/base/statuses.ts'
import { purchaseLabels } from '#contract/purchases/purchase-number.ts'

type Facts = [label: string, value: string][]

interface VoucherReceipt {
  number?: number | undefined
  amount: string
  buyerName?: string | undefined
  recipientName: string
  paidAt: string
  expiryDate: string
}

/** Returns the facts of a voucher's receipt. Without the code, which is as good as money. */
export const voucherReceiptFacts = (voucher: VoucherReceipt): Facts => [
  ...(voucher.number ? [[purchaseLabels.voucher, String(voucher.number)] satisfies [string, string]] : []),
  ...(voucher.recipientName ? [['Gift voucher for', voucher.recipientName] satisfies [string, string]] : []),
  ...(voucher.buyerName ? [['Bought by', voucher.buyerName] satisfies [string, string]] : []),
  ['Amount paid', `£${voucher.amount}`],
  ['Date', printedTime(voucher.paidAt)],
  ['Voucher valid until', printedDay(voucher.expiryDate)],
]

/** Formats 2026-11-21 as "Saturday 21 November 2026". */
export const printedDay = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).replace(',', '')

/** "21 November 2026 at 21:06", London time. */
export const printedTime = (moment: string) =>
  new Date(moment).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  })

/** Formats a day of the next months as "Friday 25 December". */
export const comingDay = (day: string) =>
  new Date(day)
    .toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    .replace(',', '')

/** Returns "Friday 25 December at 9:00", when a timed gift email is sent. */
export const sendTime = (day: string) => `${comingDay(day)} at ${SEND_HOUR}:00`
