import { parseForm } from '#local/stripe/params.ts'
import { createRefund } from '#local/stripe/stripe-refunds.ts'
import { refundOrder } from '#server/refunds/refund-order.ts'
import { refundVoucher } from '#server/refunds/refund-voucher.ts'
import { pressButton, SIM_OWNER } from '#tests/resilience/simulation/press-button.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'
import { callSimFunction } from '#tests/resilience/simulation/sim-functions.ts'
import {
  claimPurchase,
  confirmPurchase,
  intentOf,
  startPurchase,
  type PurchaseInput,
} from '#tests/resilience/simulation/sim-purchase.ts'

export type Recovery = 'browser' | 'webhook' | 'scheduler' | 'all'

/** A path through the functions of the money path. Faults are injected into one of its processes. */
export interface Path {
  name: string
  /** Prefix of the name of the process that meets the faults. */
  target: string
  /** Each of these alone must recover from every fault. */
  recoveries: readonly Recovery[]
  /** Delay of Stripe's events (ms); with recovery by webhook they are delivered a second time later. */
  eventAfter?: number
  /** Minutes after which everything must be right. */
  minutes: number
  /** Nobody pays. */
  unpaid?: true
  /** Minutes that payments may stay open after their deadline. */
  slack: number
  play(run: SimRun, input: PurchaseInput, byBrowser: boolean): Promise<void>
}

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Longer than a dead process keeps its emails locked (ms). */
export const LATER = 3.5 * MINUTE
const ALL_RECOVERIES = ['browser', 'webhook', 'scheduler', 'all'] as const

/** Seven minutes: the job runs every five, and a dead process's lock on emails expires after two. */
const SOON = { minutes: 7, slack: 65 }

async function buyUntilPaid(run: SimRun, input: PurchaseInput, replaces?: string): Promise<string> {
  const started = await startPurchase(run, input, replaces)
  if (started?.status !== 200) throw new Error(`${input.buyer} could not start: ${JSON.stringify(started)}`)
  const secret = started.body.clientSecret as string
  await run.timeline.wait(5 * SECOND)
  await confirmPurchase(run, secret, 'card')
  await run.timeline.wait(SECOND)
  return secret
}

/** Claims once. A browser that stays open also retries and claims again later. */
async function claimFromBrowser(
  run: SimRun,
  input: PurchaseInput,
  secret: string,
  byBrowser: boolean,
  tries = 3,
): Promise<void> {
  await claimPurchase(run, input, secret, byBrowser ? tries : 1)
  if (!byBrowser) return
  await run.timeline.wait(LATER)
  await claimPurchase(run, input, secret)
}

const runSettlement = (run: SimRun, full: boolean) =>
  callSimFunction(run, 'settlePayments', { by: 'struck', body: { full } })

/** The scheduled job settles the payment; a browser that stays open claims later. */
const settledBy =
  (full: boolean): Path['play'] =>
  async (run, input, byBrowser) => {
    const secret = await buyUntilPaid(run, input)
    await runSettlement(run, full)
    await run.timeline.wait(LATER)
    if (byBrowser) await claimPurchase(run, input, secret)
  }

export const PATHS: Path[] = [
  {
    name: 'start a payment',
    target: 'b1 start',
    recoveries: ALL_RECOVERIES,
    ...SOON,
    play: async (run, input, byBrowser) =>
      claimFromBrowser(run, input, await buyUntilPaid(run, input), byBrowser),
  },
  {
    name: 'start another instead',
    target: 'b2 start',
    recoveries: ALL_RECOVERIES,
    ...SOON,
    async play(run, input, byBrowser) {
      const first = await startPurchase(run, input)
      const other = { ...input, buyer: 'b2', requestId: run.prng.uuid() }
      await claimFromBrowser(
        run,
        other,
        await buyUntilPaid(run, other, first?.body.clientSecret as string),
        byBrowser,
      )
    },
  },
  {
    name: 'claim what was paid',
    target: 'b1 claim',
    recoveries: ALL_RECOVERIES,
    ...SOON,
    play: async (run, input, byBrowser) =>
      claimFromBrowser(run, input, await buyUntilPaid(run, input), byBrowser),
  },
  {
    name: 'hear of it from Stripe',
    target: 'stripe payment_intent.succeeded',
    recoveries: ALL_RECOVERIES,
    eventAfter: 500,
    ...SOON,
    async play(run, input, byBrowser) {
      const secret = await buyUntilPaid(run, input)
      await run.timeline.wait(LATER)
      if (byBrowser) await claimPurchase(run, input, secret)
    },
  },
  {
    name: 'settle by the clock',
    target: 'struck',
    recoveries: ALL_RECOVERIES,
    ...SOON,
    play: settledBy(false),
  },
  {
    name: 'settle by a full pass',
    target: 'struck',
    recoveries: ALL_RECOVERIES,
    ...SOON,
    play: settledBy(true),
  },
  {
    name: 'cancel what nobody paid',
    target: 'struck',
    recoveries: ['scheduler', 'all'],
    minutes: 7,
    slack: 5,
    unpaid: true,
    async play(run, input) {
      await startPurchase(run, input)
      await run.timeline.wait(31 * MINUTE)
      await runSettlement(run, false)
    },
  },
  {
    name: 'refund by the owner',
    target: 'owner refund',
    recoveries: ['browser', 'scheduler', 'all'],
    // The full run of settle-payments, and hourly two minutes later.
    minutes: 70,
    slack: 65,
    async play(run, input, byBrowser) {
      await claimFromBrowser(run, input, await buyUntilPaid(run, input), false)
      await run.timeline.wait(SECOND)
      const [bought] = await run.rows<{ id: string }>(
        'select id from gift_voucher union all select id from orders',
      )
      const id = bought!.id
      const requestId = run.prng.uuid()
      const refund = (tries: number) =>
        pressButton(
          run,
          'refund',
          (services) =>
            input.kind === 'voucher'
              ? refundVoucher(services, id, SIM_OWNER, { requestId })
              : refundOrder(services, { orderId: id, pence: 1000, restock: 1, requestId, actor: SIM_OWNER }),
          tries,
        )
      await refund(byBrowser ? 3 : 1)
      await run.timeline.wait(LATER)
      if (byBrowser) await refund(3)
    },
  },
  {
    name: 'hear of a refund from Stripe',
    target: 'stripe charge.refunded',
    recoveries: ['webhook', 'all'],
    eventAfter: 500,
    ...SOON,
    async play(run, input) {
      const secret = await buyUntilPaid(run, input)
      await claimFromBrowser(run, input, secret, false)
      run.stripe.update((account) => createRefund(account, parseForm(`payment_intent=${intentOf(secret)}`)))
      await run.timeline.wait(SECOND)
    },
  },
]
