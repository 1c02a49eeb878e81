import { DELAYS } from '#tests/resilience/latency/delays.ts'
import {
  openShopJourney,
  payForOrderJourney,
  startOrderJourney,
} from '#tests/resilience/latency/journeys/buy-a-product.ts'
import {
  payForVoucherJourney,
  startVoucherJourney,
} from '#tests/resilience/latency/journeys/buy-a-voucher.ts'
import type { Journey } from '#tests/resilience/latency/journeys/journey.ts'
import {
  lookUpJourney,
  redeemJourney,
  signInJourney,
} from '#tests/resilience/latency/journeys/owner-journeys.ts'
import { sendMessageJourney } from '#tests/resilience/latency/journeys/send-message.ts'

/** All journeys by name. */
export const JOURNEYS: Record<string, Journey> = {
  'start paying for a voucher': startVoucherJourney,
  'pay for a voucher': payForVoucherJourney,
  'look at the shelf': openShopJourney,
  'start paying for a product': startOrderJourney,
  'pay for a product': payForOrderJourney,
  'send a message': sendMessageJourney,
  'sign in': signInJourney,
  'look up a voucher': lookUpJourney,
  'redeem a voucher': redeemJourney,
}

/** Returns the texts that may be shown instead of success; none if the endpoint must succeed. */
export function allowedIn(delay: string, { endpoint, allowedTexts }: Journey): string[] {
  const responses = DELAYS[delay]!.allowedTexts(endpoint)
  return responses.length === 0 ? [] : [...allowedTexts, ...responses]
}

const EVERYWHERE = new Set([startVoucherJourney, startOrderJourney, sendMessageJourney, lookUpJourney])

/** Returns the journeys that this delay can disturb, and a few that it must not. */
export const journeysIn = (delay: string): [journeyName: string, Journey][] =>
  Object.entries(JOURNEYS).filter(
    ([, journey]) => EVERYWHERE.has(journey) || allowedIn(delay, journey).length > 0,
  )
