import type Stripe from 'stripe'
import type { Prng } from '#local/prng.ts'
import { type TestAccount } from '#local/stripe/account.ts'
import { eventLog } from '#local/stripe/events.ts'
import { idempotencyKeys } from '#local/stripe/idempotency-keys.ts'
import { errorResponse, performRequest, type StripeResponse } from '#local/stripe/perform.ts'
import { settle } from '#local/stripe/settle-later.ts'
import { emptyState } from '#local/stripe/state.ts'
import { createStripeFaults } from '#local/stripe/stripe-faults.ts'
import { drawingBy, newId } from '#local/stripe/stripe-ids.ts'
import type { KeyKind } from '#local/stripe/stripe-keys.ts'
import { stripeReport, type StripeReport } from '#local/stripe/stripe-report.ts'
import type { Timeline } from '#local/timeline.ts'

interface StripeRequest {
  method: string
  /** With the query string. */
  path: string
  body: string
  idempotencyKey?: string | undefined
}

export interface StripeAccount {
  account: TestAccount
  handle: (request: StripeRequest, kind: KeyKind, isAvailable?: boolean) => Promise<StripeResponse>
  /** Applies a change that starts at Stripe itself; new ids come from the run's generator. */
  update: <Result>(work: (account: TestAccount) => Result) => Result
  state: () => StripeReport
}

const SECOND = 1000
const ERROR_STATUSES = [500, 503, 429]

interface StripeAccountOptions {
  timeline: Timeline
  prng: Prng
  announce: (event: Stripe.EventBase) => void
  /** Receives the parameters of a refund that Stripe refuses. */
  onRefusedRefund: (parameters: URLSearchParams) => void
  /** Returns the time to a random later moment (ms). */
  randomDelay: () => number
}

/** Opens an account of the stand-in in virtual time, without a network. */
export function openStripe({
  timeline,
  prng,
  announce,
  onRefusedRefund,
  randomDelay,
}: StripeAccountOptions): StripeAccount {
  const state = emptyState()
  const now = () => Math.floor(timeline.now / SECOND)
  const { emit, during } = eventLog(state, now, { announce, listeners: () => 1 })
  const account: TestAccount = {
    state,
    url: 'https://stripe.invalid',
    now,
    emit,
    settleLater,
    endpoints: () => [],
    domains: [],
    traits: {},
  }
  const faults = createStripeFaults()
  const idempotency = idempotencyKeys(state, () => timeline.now)
  const locked = new Set<string>()
  const parts = { account, idempotency, faults, locked, save: () => Promise.resolve(), during }
  const draw = (below: number) => prng.between(0, below - 1)
  const update: StripeAccount['update'] = (work) => drawingBy(draw, () => work(account))

  function settleLater(id: string, ok: boolean) {
    state.unsettled[id] = ok
    const delay = prng.chance(0.7) ? prng.between(2, 900) * SECOND : randomDelay()
    timeline.after(delay, () => update(() => settle(account, id)))
  }

  async function handle(request: StripeRequest, kind: KeyKind, isAvailable = true): Promise<StripeResponse> {
    const [path = '', query = ''] = request.path.split('?')
    const { method, body, idempotencyKey } = request
    if (!isAvailable) faults.add({ match: '*', status: prng.pick(ERROR_STATUSES) })
    const respond = () =>
      performRequest(
        parts,
        { method, path, query, body, id: newId('req'), ...(idempotencyKey && { idempotencyKey }) },
        kind,
      )
    const response = await update(respond).catch(errorResponse)
    faults.clear()
    if (!response) throw new Error('The stand-in broke the connection')
    if (path === '/v1/refunds' && response.status === 400) onRefusedRefund(new URLSearchParams(body))
    return response
  }

  return { account, handle, update, state: () => stripeReport(state, []) }
}
