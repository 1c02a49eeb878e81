import type { PurchasedVoucher } from '#contract/purchases.ts'
import type { GiftEmail } from '#contract/statuses.ts'
import { sendTime } from '#islands/checkout/voucher-facts.ts'

/** Returns sentences about where the voucher is. */
export function deliveryOf(voucher: PurchasedVoucher): string {
  const { giftEmail, deliverTo, status, buyerEmail } = voucher
  const whereItIs = giftEmail && describeEmail(voucher, giftEmail)
  if (deliverTo === 'recipient') return whereItIs ?? ''
  if (status !== 'active') return whereItIs ?? `We sent it only to you, at ${buyerEmail}.`
  return whereItIs
    ? `${whereItIs} It goes only to you. You can print the voucher or forward the email.`
    : `It goes only to you, at ${buyerEmail}. You can print the voucher or forward our email.`
}

function describeEmail(voucher: PurchasedVoucher, { state, at, since }: GiftEmail): string {
  const to = voucher.deliverTo === 'buyer' ? `you at ${voucher.buyerEmail}` : (voucher.recipientEmail ?? '')
  const when = at === undefined ? '' : ` on ${longTime(at)}`
  switch (state) {
    case 'waiting':
      if (since !== undefined) return `It has been waiting to be emailed to ${to} since ${longTime(since)}.`
      return voucher.sendOn === undefined
        ? `We are about to email it to ${to}.`
        : `We will email it to ${to} on ${sendTime(voucher.sendOn)}.`
    case 'sending':
      return `We are emailing it to ${to} right now.`
    case 'sent':
      return `We emailed it to ${to}${when}.`
    case 'failed':
      return voucher.canChange
        ? `Our email to ${to} could not be delivered${when}. Please check the address, or print the voucher.`
        : `Our email to ${to} could not be delivered${when}.`
    case 'withdrawn':
      return voucher.status === 'disputed'
        ? `We will not email it to ${to} while the payment is being checked.`
        : `We did not email it to ${to}, because it can no longer be used.`
  }
}

/** Formats a moment as "25 December 2026 at 09:00" in London. */
const longTime = (moment: string) =>
  new Date(moment).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  })
