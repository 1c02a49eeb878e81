import type Stripe from 'stripe'
import { type Account } from '../../../local/stripe/account.ts'
import { eventLog } from '../../../local/stripe/events.ts'
import { faultList } from '../../../local/stripe/faults.ts'
import { idempotencyKeys } from '../../../local/stripe/idempotency.ts'
import { drawingBy, newId } from '../../../local/stripe/ids.ts'
import type { KeyKind } from '../../../local/stripe/keys.ts'
import { type Answer, answerCall, errorAnswer } from '../../../local/stripe/perform.ts'
import { report, type StripeReport } from '../../../local/stripe/report.ts'
import { settle } from '../../../local/stripe/settle-later.ts'
import { emptyState } from '../../../local/stripe/state.ts'
import type { Chance } from './prng.ts'
import type { Timeline } from './timeline.ts'

export interface StripeCall {
  method: string
  /** With what stands behind the question mark. */
  path: string
  body: string
  idempotencyKey?: string | undefined
}

export interface StripeAccount {
  account: Account
  answer: (call: StripeCall, kind: KeyKind, willing?: boolean) => Promise<Answer>
  /** Something that happens at Stripe itself, and names things as it goes. */
  happen: <Result>(work: (account: Account) => Result) => Result
  state: () => StripeReport
}

const SECOND = 1000
/** Stripe is unwilling in these ways. */
const UNWILLING = [500, 503, 429]

interface Surroundings {
  timeline: Timeline
  chance: Chance
  /** Tells the world what has happened. */
  announce: (event: Stripe.EventBase) => void
  /** How long it is, in ms, to some later moment. */
  untilSometime: () => number
}

/** The stand-in's account and routes in virtual time, without a network. */
export function openStripe({ timeline, chance, announce, untilSometime }: Surroundings): StripeAccount {
  const state = emptyState()
  const now = () => Math.floor(timeline.now / SECOND)
  const { emit, during } = eventLog(state, now, { announce, listeners: () => 1 })
  const account: Account = {
    state,
    url: 'https://stripe.invalid',
    now,
    emit,
    settleLater,
    endpoints: () => [],
    domains: [],
    traits: {},
  }
  const faults = faultList()
  const idempotency = idempotencyKeys(state, () => timeline.now)
  const parts = { account, idempotency, faults, save: () => Promise.resolve(), during }
  const draw = (below: number) => chance.between(0, below - 1)
  const happen: StripeAccount['happen'] = (work) => drawingBy(draw, () => work(account))

  function settleLater(id: string, ok: boolean) {
    state.unsettled[id] = ok
    const delay = chance.hits(0.7) ? chance.between(2, 900) * SECOND : untilSometime()
    timeline.after(delay, () => happen(() => settle(account, id)))
  }

  async function answer(call: StripeCall, kind: KeyKind, willing = true): Promise<Answer> {
    const [path = '', query = ''] = call.path.split('?')
    const { method, body, idempotencyKey } = call
    if (!willing) faults.add({ match: '*', status: chance.pick(UNWILLING) })
    const asked = () =>
      answerCall(
        parts,
        { method, path, query, body, id: newId('req'), ...(idempotencyKey && { idempotencyKey }) },
        kind,
      )
    const answered = await happen(asked).catch(errorAnswer)
    faults.clear()
    if (!answered) throw new Error('The stand-in broke the connection')
    return answered
  }

  return { account, answer, happen, state: () => report(state, []) }
}
