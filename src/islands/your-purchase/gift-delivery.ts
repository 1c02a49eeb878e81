import type { PurchasedVoucher } from '#contract/purchases.ts'
import { sendTime } from '#islands/checkout/voucher-facts.ts'

/** Returns a sentence about where the voucher is. */
export function deliveryOf(voucher: PurchasedVoucher): string {
  const { giftEmail, sendOn, deliverTo, status, buyerEmail, canChange } = voucher
  const to = voucher.recipientEmail ?? ''
  if (deliverTo === 'buyer' || !giftEmail)
    return status === 'active'
      ? `It comes to you alone, at ${buyerEmail}: print it or forward our email.`
      : `It came to you alone, at ${buyerEmail}.`
  const when = giftEmail.at === undefined ? '' : ` on ${longTime(giftEmail.at)}`
  switch (giftEmail.state) {
    case 'waiting':
      return sendOn === undefined
        ? `We are about to email it to ${to}.`
        : `We email it to ${to} on ${sendTime(sendOn)}.`
    case 'sending':
      return `It is just being emailed to ${to}.`
    case 'sent':
      return `We emailed it to ${to}${when}.`
    case 'failed':
      return canChange
        ? `Our email to ${to} could not be delivered${when}. Please check the address, or print the voucher.`
        : `Our email to ${to} could not be delivered${when}.`
    case 'withdrawn':
      return `It was not emailed to ${to}, because it cannot be used any more.`
  }
}

/** Formats a moment as "25 December 2026 at 09:00" in London. */
const longTime = (moment: string) =>
  new Date(moment).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  })
