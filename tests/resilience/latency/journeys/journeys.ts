import { lookUp, redeem, signIn } from './owner-journeys.ts'
import { openShop, payForOrder, startOrder } from './buy-a-product.ts'
import { payForVoucher, startVoucher } from './buy-a-voucher.ts'
import type { Journey } from './journey.ts'
import { sendMessage } from './send-message.ts'
import { DELAYS } from '../delays.ts'

/** All journeys by name. */
export const JOURNEYS: Record<string, Journey> = {
  'start paying for a voucher': startVoucher,
  'pay for a voucher': payForVoucher,
  'look at the shelf': openShop,
  'start paying for a product': startOrder,
  'pay for a product': payForOrder,
  'send a message': sendMessage,
  'sign in': signIn,
  'look up a voucher': lookUp,
  'redeem a voucher': redeem,
}

/** Returns the texts that may be shown instead of success; none if the endpoint must succeed. */
export function allowedIn(delay: string, { endpoint, allowedTexts }: Journey): string[] {
  const responses = DELAYS[delay]!.allowedTexts(endpoint)
  return responses.length === 0 ? [] : [...allowedTexts, ...responses]
}

const EVERYWHERE = new Set([startVoucher, startOrder, sendMessage, lookUp])

/** Returns the journeys that this delay can disturb, and a few that it must not. */
export const journeysIn = (delay: string): [journeyName: string, Journey][] =>
  Object.entries(JOURNEYS).filter(
    ([, journey]) => EVERYWHERE.has(journey) || allowedIn(delay, journey).length > 0,
  )
