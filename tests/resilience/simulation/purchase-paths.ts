import { formatPounds } from '#contract/base/money.ts'
import { createBounce } from '#local/mail/mail-events.ts'
import { parseForm } from '#local/stripe/params.ts'
import { createRefund } from '#local/stripe/stripe-refunds.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { reissueVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { pressButton, SIM_OWNER } from '#tests/resilience/simulation/press-button.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'
import { callSimFunction } from '#tests/resilience/simulation/sim-functions.ts'
import { isGiftEmail, type DeliveredEmail } from '#tests/resilience/simulation/sim-mailbox.ts'
import { postOnce } from '#tests/resilience/simulation/sim-postmark.ts'
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
  /** What is bought. Default: both. */
  kinds?: readonly PurchaseInput['kind'][]
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

/** Buys a voucher whose email has left. Resolves to the voucher's id, the token of its buyer's link and the email. */
async function buyGift(run: SimRun, input: PurchaseInput) {
  await claimFromBrowser(run, input, await buyUntilPaid(run, input), false)
  await run.timeline.wait(SECOND)
  const [voucher] = await run.rows<{ id: string; payment: string }>(
    'select id, payment_id as payment from gift_voucher',
  )
  const delivery = run.mailbox.deliveries.find(isGiftEmail)!
  return { id: voucher!.id, token: purchaseToken(voucher!.payment), delivery }
}

/** Records that an email came back, and posts it to the webhook. */
async function bounceGift(run: SimRun, delivery: DeliveredEmail) {
  const event = createBounce(run.mailbox.find(delivery.messageId), 1, run.timeline.now, 'HardBounce')
  run.mailbox.record(event)
  await postOnce(run, delivery, event)
  return event
}

const GIFT = {
  kinds: ['voucher'],
  recoveries: ['browser', 'scheduler', 'all'],
  minutes: 70,
  slack: 65,
} as const

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
    name: 'cancel by the buyer',
    target: 'b1 cancelPurchase',
    // A press that is repeated finds the cancellation; a refund whose first attempt died waits for the next run.
    recoveries: ['scheduler', 'all'],
    minutes: 70,
    slack: 65,
    async play(run, input, byBrowser) {
      await claimFromBrowser(run, input, await buyUntilPaid(run, input), false)
      await run.timeline.wait(SECOND)
      const [payment] = await run.rows<{ id: string; pence: number }>(
        'select id, amount_pence as pence from payment',
      )
      const body = { token: purchaseToken(payment!.id), expectedAmount: formatPounds(payment!.pence) }
      await repeat(run, byBrowser, () => callSimFunction(run, 'cancelPurchase', { by: input.buyer, body }))
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
  {
    name: 'hear of a bounce from Postmark',
    target: 'postmark',
    ...GIFT,
    async play(run, input, isPostedAgain) {
      const { delivery } = await buyGift(run, input)
      const event = await bounceGift(run, delivery)
      await run.timeline.wait(LATER)
      if (isPostedAgain) await postOnce(run, delivery, event)
    },
  },
  {
    name: 'correct the address of a gift',
    target: 'b1 changeRecipient',
    ...GIFT,
    async play(run, input, byBrowser) {
      const { token, delivery } = await buyGift(run, input)
      await bounceGift(run, delivery)
      const body = { token, recipientEmail: 'right@example.com' }
      await repeat(run, byBrowser, () => callSimFunction(run, 'changeRecipient', { by: input.buyer, body }))
    },
  },
  {
    name: 'have a gift replaced',
    target: 'b1 reissuePurchase',
    ...GIFT,
    async play(run, input, byBrowser) {
      const { id, token } = await buyGift(run, input)
      const body = { token, recipientEmail: 'right@example.com' }
      const reissue = { voucher: id, isConfirmed: false, isByBuyer: true as const }
      run.reissues.push(reissue)
      await repeat(run, byBrowser, async () => {
        const response = await callSimFunction(run, 'reissuePurchase', { by: input.buyer, body })
        reissue.isConfirmed ||= response?.status === 200
      })
    },
  },
  {
    name: 'reissue by the owner',
    target: 'owner reissue',
    ...GIFT,
    async play(run, input, byBrowser) {
      const { id } = await buyGift(run, input)
      const requestId = run.prng.uuid()
      const reissue = { voucher: id, isConfirmed: false }
      run.reissues.push(reissue)
      const press = (tries: number) =>
        pressButton(
          run,
          'reissue',
          (services) =>
            reissueVoucher(
              services,
              { voucherId: id, actor: SIM_OWNER },
              { requestId, recipientEmail: 'right@example.com', code: undefined },
            ),
          tries,
        )
      reissue.isConfirmed = await press(byBrowser ? 3 : 1)
      await run.timeline.wait(LATER)
      if (byBrowser) reissue.isConfirmed = (await press(3)) || reissue.isConfirmed
    },
  },
]

/** Sends a request once; from a browser that stays open three times, and again later. */
async function repeat(run: SimRun, byBrowser: boolean, send: () => Promise<unknown>): Promise<void> {
  for (let nth = 0; nth < (byBrowser ? 3 : 1); nth += 1) {
    if (nth > 0) await run.timeline.wait(2 * SECOND)
    await send()
  }
  await run.timeline.wait(LATER)
  if (byBrowser) await send()
}
