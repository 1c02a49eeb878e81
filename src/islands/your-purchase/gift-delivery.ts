import type { PurchasedVoucher } from '#contract/purchases.ts'
import { sendTime } from '#islands/checkout/voucher-facts.ts'

/** Returns a sentence about where the voucher is. */
export function deliveryOf(voucher: PurchasedVoucher): string {
  const { giftEmail, sendOn, deliverTo, status, buyerEmail, canChange } = voucher
  const to = voucher.recipientEmail ?? ''
  if (deliverTo === 'buyer' || !giftEmail)
    return status === 'active'
      ? `We have sent it only to you, at ${buyerEmail}. You can print it or forward our email.`
      : `We sent it only to you, at ${buyerEmail}.`
  const when = giftEmail.at === undefined ? '' : ` on ${longTime(giftEmail.at)}`
  switch (giftEmail.state) {
    case 'waiting':
      return sendOn === undefined
        ? `We are about to email it to ${to}.`
        : `We will email it to ${to} on ${sendTime(sendOn)}.`
    case 'sending':
      return `We are emailing it to ${to} right now.`
    case 'sent':
      return `We emailed it to ${to}${when}.`
    case 'failed':
      return canChange
        ? `Our email to ${to} could not be delivered${when}. Please check the address, or print the voucher.`
        : `Our email to ${to} could not be delivered${when}.`
    case 'withdrawn':
      return `We did not email it to ${to}, because it can no longer be used.`
  }
}

/** Formats a moment as "25 December 2026 at 09:00" in London. */
const longTime = (moment: string) =>
  new Date(moment).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  })
