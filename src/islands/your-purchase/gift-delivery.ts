import type { EmailState } from '#contract/base/statuses.ts'
import type { PurchasedVoucher } from '#contract/purchases/purchases.ts'
import { printedTime, sendTime } from '#islands/checkout/voucher-facts.ts'

/** Sentences about where the voucher is, around the address. */
interface GiftDelivery {
  before: string
  address: string
  after: string
}

/** An email normally leaves within this time after it is due. */
const LATE_MS = 10 * 60_000

const BOUNCES = {
  no_mailbox: 'the address does not exist',
  refused: 'the email provider refused it',
  unreachable: 'the address could not be reached',
} satisfies Record<NonNullable<EmailState['reason']>, string>

/** Returns whether the voucher can be used, and its email came back or never left. */
export const isUndelivered = ({ status, giftEmail }: PurchasedVoucher): boolean =>
  status === 'active' && (giftEmail?.state === 'bounced' || giftEmail?.state === 'failed')

/** Returns where the voucher is; undefined if there is nothing to say. */
export function describeDelivery(voucher: PurchasedVoucher): GiftDelivery | undefined {
  const { giftEmail, deliverTo, status, buyerEmail, recipientEmail } = voucher
  const whereItIs = giftEmail && describeEmail(voucher, giftEmail)
  if (deliverTo === 'recipient') {
    // Without an address, the recipient was erased.
    if (!whereItIs || recipientEmail === undefined) return undefined
    const [before, after] = whereItIs
    return { before, address: recipientEmail, after }
  }
  const [before, after] = whereItIs ?? [
    status === 'active' ? 'We send it only to' : 'We sent it only to',
    '.',
  ]
  const isOver = status !== 'active' || isUndelivered(voucher)
  const how = isOver ? '' : describeUse(whereItIs !== undefined)
  return { before: `${before} you at`, address: buyerEmail, after: `${after}${how}` }
}

const describeUse = (isEmailKnown: boolean) =>
  isEmailKnown
    ? ' It goes only to you. You can print the voucher or forward the email.'
    : ' You can print the voucher or forward our email.'

/** Returns what stands before and after the address. */
function describeEmail(
  { deliverTo, sendOn, status }: PurchasedVoucher,
  { state, at, since, reason }: EmailState,
): [before: string, after: string] {
  const when = at === undefined ? '' : ` on ${printedTime(at)}`
  const [whose, who] = deliverTo === 'buyer' ? ['Your', 'you'] : ['Their', 'they']
  switch (state) {
    case 'waiting':
      if (since !== undefined && Date.now() - Date.parse(since) > LATE_MS)
        return ['It has been waiting to be emailed to', ` since ${printedTime(since)}.`]
      return sendOn === undefined || since !== undefined
        ? ['We are about to email it to', '.']
        : ['We will email it to', ` on ${sendTime(sendOn)}.`]
    case 'sending':
      return ['We are emailing it to', ' right now.']
    case 'sent':
      return ['We emailed it to', `${when}, and it has not come back.`]
    case 'accepted':
      return [
        'We emailed it to',
        `. ${whose} email provider accepted it${when}. If ${who} cannot find it, it may be in the spam folder.`,
      ]
    case 'delayed':
      return [
        'We emailed it to',
        `. ${whose} email provider has not accepted it yet, and delayed it${when}. It may still arrive. If it has not done so a day later, please ring us.`,
      ]
    case 'bounced':
      return ['Our email to', ` came back${when}${reason ? `, because ${BOUNCES[reason]}` : ''}.`]
    case 'failed':
      return ['Our email to', ` could not be sent${when}.`]
    case 'withdrawn':
      return status === 'disputed'
        ? ['We will not email it to', ' while the payment is being checked.']
        : ['We did not email it to', ', because it can no longer be used.']
  }
}
