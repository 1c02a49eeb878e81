import type { PurchasedVoucher } from '#contract/purchases.ts'
import type { GiftEmail } from '#contract/statuses.ts'
import { sendTime } from '#islands/checkout/voucher-facts.ts'

/** Returns sentences about where the voucher is. */
export function deliveryOf(voucher: PurchasedVoucher): string {
  const { giftEmail, deliverTo, status, buyerEmail } = voucher
  const whereItIs = giftEmail && describeEmail(voucher, giftEmail)
  if (deliverTo === 'recipient') return whereItIs ?? ''
  if (status !== 'active') return whereItIs ?? `It came to you alone, at ${buyerEmail}.`
  return whereItIs
    ? `${whereItIs} It comes to you alone: print it, or forward that email.`
    : `It comes to you alone, at ${buyerEmail}: print it or forward our email.`
}

function describeEmail(voucher: PurchasedVoucher, { state, at, since }: GiftEmail): string {
  const to = voucher.deliverTo === 'buyer' ? `you at ${voucher.buyerEmail}` : (voucher.recipientEmail ?? '')
  const when = at === undefined ? '' : ` on ${longTime(at)}`
  switch (state) {
    case 'waiting':
      if (since !== undefined) return `It has been waiting to be emailed to ${to} since ${longTime(since)}.`
      return voucher.sendOn === undefined
        ? `We are about to email it to ${to}.`
        : `We email it to ${to} on ${sendTime(voucher.sendOn)}.`
    case 'sending':
      return `It is just being emailed to ${to}.`
    case 'sent':
      return `We emailed it to ${to}${when}.`
    case 'failed':
      return voucher.canChange
        ? `Our email to ${to} could not be delivered${when}. Please check the address, or print the voucher.`
        : `Our email to ${to} could not be delivered${when}.`
    case 'withdrawn':
      return voucher.status === 'disputed'
        ? `It is not emailed to ${to} while the payment is being checked.`
        : `It was not emailed to ${to}, because it cannot be used any more.`
  }
}

/** Formats a moment as "25 December 2026 at 09:00" in London. */
const longTime = (moment: string) =>
  new Date(moment).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  })
