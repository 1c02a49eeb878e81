import { lookUp, redeem, signIn } from './at-the-desk.ts'
import { openShop, payForOrder, startOrder } from './buy-a-product.ts'
import { payForVoucher, startVoucher } from './buy-a-voucher.ts'
import type { Journey } from './journey.ts'
import { sendMessage } from './send-message.ts'
import { DELAYS } from '../delays.ts'

/** By what the visitor wants. */
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

/** What may be read in this world instead of what is wanted: nothing, where whom it asks must not fail. */
export function allowedIn(delay: string, { endpoint, allowedTexts }: Journey): string[] {
  const responses = DELAYS[delay]!.allowedTexts(endpoint)
  return responses.length === 0 ? [] : [...allowedTexts, ...responses]
}

const EVERYWHERE = new Set([startVoucher, startOrder, sendMessage, lookUp])

/** Those that this world can get in the way of, and a few that it must not. */
export const journeysIn = (delay: string): [journeyName: string, Journey][] =>
  Object.entries(JOURNEYS).filter(
    ([, journey]) => EVERYWHERE.has(journey) || allowedIn(delay, journey).length > 0,
  )
