import { clinic } from '#clinic/current-clinic.ts'
import type { Pence } from '#contract/base/money.ts'
import { onlyLeftMessage } from '#contract/orders/orders.ts'
import { DomainError } from '#server/domain-error.ts'
import { minutesToPay } from '#server/money/start/deadline.ts'
import type { ReservationResult } from '#server/orders/reserve-stock.ts'

const ALL_IN_CHECKOUTS =
  'The last of these are being paid for at the moment. If they are not bought, some may be available again within half an hour.'
const NOT_PAID = 'An earlier purchase from your internet connection was not paid for, so'

/** Explains to the buyer why the stock could not be reserved. */
export function notReservedError(
  result: ReservationResult | undefined,
  { amountPence, quantity }: { amountPence: Pence; quantity: number },
): DomainError {
  if (!result || result.available === null)
    return new DomainError('not_found', 'This product is no longer in the shop.')
  if (result.available === 0)
    return new DomainError(
      'sold_out',
      result.inCheckouts ? ALL_IN_CHECKOUTS : 'This product has just sold out.',
    )
  if (result.available < quantity) {
    const sentence = onlyLeftMessage(result.available)
    return new DomainError('sold_out', `${sentence}.`, { fields: { quantity: sentence } })
  }
  if (result.pricePence !== null && result.pricePence * quantity !== amountPence) {
    return new DomainError(
      'changed_meanwhile',
      'The price of this product has changed. Please check the new price and try again.',
    )
  }
  if (result.share !== null && result.share < Math.min(quantity, result.allowance ?? quantity))
    return sharedError(result.share)
  const minutes = minutesToPay('order')
  const retryAfterSeconds = minutes * 60
  const left = Math.max(0, result.allowance ?? 0)
  if (left === 0)
    return new DomainError(
      'too_many_requests',
      `${NOT_PAID} we cannot hold any more of these for you just now. Please try again in ${minutes} minutes, or ring us.`,
      { retryAfterSeconds },
    )
  return new DomainError(
    'too_many_requests',
    `${NOT_PAID} we can hold at most ${left} of these for you today. If you would like more, please ring us.`,
    {
      retryAfterSeconds,
      fields: { quantity: `You can order at most ${left} of these today` },
    },
  )
}

/** Explains that buyers share a product whose whole stock was reserved and not paid for. */
function sharedError(share: number): DomainError {
  const left = Math.max(0, share)
  return new DomainError(
    'too_many_requests',
    `Our whole stock of this product was reserved several times today but not paid for, so ${left === 0 ? 'we cannot hold any more of these for you' : `we can hold at most ${left} of these for you`} just now. If you would like more, please ring us on ${clinic.phone.display}.`,
    {
      retryAfterSeconds: minutesToPay('order') * 60,
      ...(left > 0 && { fields: { quantity: `You can order at most ${left} of these just now` } }),
    },
  )
}
