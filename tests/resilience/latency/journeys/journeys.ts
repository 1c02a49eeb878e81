import { lookUp, redeem, signIn } from './at-the-desk.ts'
import { lookAtShelf, payForOrder, startOrder } from './buy-a-product.ts'
import { payForVoucher, startVoucher } from './buy-a-voucher.ts'
import type { Journey } from './journey.ts'
import { write } from './send-message.ts'
import { SLOWNESSES } from '../delays.ts'

/** By what the visitor wants. */
export const JOURNEYS: Record<string, Journey> = {
  'start paying for a voucher': startVoucher,
  'pay for a voucher': payForVoucher,
  'look at the shelf': lookAtShelf,
  'start paying for a product': startOrder,
  'pay for a product': payForOrder,
  'send a message': write,
  'sign in': signIn,
  'look up a voucher': lookUp,
  'redeem a voucher': redeem,
}

/** What may be read in this world instead of what is wanted: nothing, where whom it asks must not fail. */
export function allowedIn(slowness: string, { asks, says }: Journey): string[] {
  const answers = SLOWNESSES[slowness]!.says(asks)
  return answers.length === 0 ? [] : [...says, ...answers]
}

const EVERYWHERE = new Set([startVoucher, startOrder, write, lookUp])

/** Those that this world can get in the way of, and a few that it must not. */
export const journeysIn = (slowness: string): [wanted: string, Journey][] =>
  Object.entries(JOURNEYS).filter(
    ([, journey]) => EVERYWHERE.has(journey) || allowedIn(slowness, journey).length > 0,
  )
