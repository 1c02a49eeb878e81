import { createRefund } from '../../../local/stripe/refunds.ts'
import { parseForm } from '../../../local/stripe/params.ts'
import { refundOrder } from '../../../src/server/refunds/refund-order.ts'
import { refundVoucher } from '../../../src/server/refunds/refund-voucher.ts'
import { callFunction } from './functions.ts'
import { press } from './press-button.ts'
import { claim, intentOf, pay, start, type Wish } from './purchase.ts'
import type { Run } from './run.ts'

export type Recovery = 'browser' | 'webhook' | 'scheduler' | 'all'

/** A way through the functions of the money path, of which one is struck. */
export interface Path {
  name: string
  /** How the process that is struck is called. */
  struck: string
  /** Who alone makes it good. */
  recoveries: readonly Recovery[]
  /** When Stripe's news come, in milliseconds; those of recovery by webhook come once more later. */
  newsAfter?: number
  /** After how many minutes all has to be well. */
  minutes: number
  /** No money moves. */
  unpaid?: true
  /** How many minutes past their deadline payments may be open. */
  slack: number
  play(run: Run, wish: Wish, byBrowser: boolean): Promise<void>
}

const SECOND = 1000
const MINUTE = 60 * SECOND
/** When a claim on mails has lapsed that a dead process had. */
export const LATER = 3.5 * MINUTE
const EVERYBODY = ['browser', 'webhook', 'scheduler', 'all'] as const
const OWNER = '00000000-0000-4000-8000-0000000000aa'

/** The seven minutes: a pass of the clock every five, and a dead process's claim on mails lapses after two. */
const SOON = { minutes: 7, slack: 65 }

async function buyUntilPaid(run: Run, wish: Wish, replaces?: string): Promise<string> {
  const started = await start(run, wish, replaces)
  if (started?.status !== 200) throw new Error(`${wish.who} could not start: ${JSON.stringify(started)}`)
  const secret = started.body.clientSecret as string
  await run.timeline.wait(5 * SECOND)
  await pay(run, secret, 'card')
  await run.timeline.wait(SECOND)
  return secret
}

/** A browser that stays, and comes back; one that is closed never asks again. */
async function claims(run: Run, wish: Wish, secret: string, byBrowser: boolean, tries = 3): Promise<void> {
  await claim(run, wish, secret, byBrowser ? tries : 1)
  if (!byBrowser) return
  await run.timeline.wait(LATER)
  await claim(run, wish, secret)
}

const pass = (run: Run, full: boolean) =>
  callFunction(run, 'settlePayments', { by: 'struck', body: { full } })

/** A pass of the clock settles it; the browser, if it is to help, comes back later. */
const settledBy =
  (full: boolean): Path['play'] =>
  async (run, wish, byBrowser) => {
    const secret = await buyUntilPaid(run, wish)
    await pass(run, full)
    await run.timeline.wait(LATER)
    if (byBrowser) await claim(run, wish, secret)
  }

export const PATHS: Path[] = [
  {
    name: 'start a payment',
    struck: 'b1 start',
    recoveries: EVERYBODY,
    ...SOON,
    play: async (run, wish, byBrowser) => claims(run, wish, await buyUntilPaid(run, wish), byBrowser),
  },
  {
    name: 'start another instead',
    struck: 'b2 start',
    recoveries: EVERYBODY,
    ...SOON,
    async play(run, wish, byBrowser) {
      const first = await start(run, wish)
      const other = { ...wish, who: 'b2', requestId: run.chance.uuid() }
      await claims(run, other, await buyUntilPaid(run, other, first?.body.clientSecret as string), byBrowser)
    },
  },
  {
    name: 'claim what was paid',
    struck: 'b1 claim',
    recoveries: EVERYBODY,
    ...SOON,
    play: async (run, wish, byBrowser) => claims(run, wish, await buyUntilPaid(run, wish), byBrowser),
  },
  {
    name: 'hear of it from Stripe',
    struck: 'stripe payment_intent.succeeded',
    recoveries: EVERYBODY,
    newsAfter: 500,
    ...SOON,
    async play(run, wish, byBrowser) {
      const secret = await buyUntilPaid(run, wish)
      await run.timeline.wait(LATER)
      if (byBrowser) await claim(run, wish, secret)
    },
  },
  { name: 'settle by the clock', struck: 'struck', recoveries: EVERYBODY, ...SOON, play: settledBy(false) },
  { name: 'settle by a full pass', struck: 'struck', recoveries: EVERYBODY, ...SOON, play: settledBy(true) },
  {
    name: 'cancel what nobody paid',
    struck: 'struck',
    recoveries: ['scheduler', 'all'],
    minutes: 7,
    slack: 5,
    unpaid: true,
    async play(run, wish) {
      await start(run, wish)
      await run.timeline.wait(31 * MINUTE)
      await pass(run, false)
    },
  },
  {
    name: 'refund by the owner',
    struck: 'owner refund',
    recoveries: ['browser', 'scheduler', 'all'],
    // A full pass an hour, and its mails two minutes later.
    minutes: 70,
    slack: 65,
    async play(run, wish, byBrowser) {
      await claims(run, wish, await buyUntilPaid(run, wish), false)
      await run.timeline.wait(SECOND)
      const [thing] = await run.rows<{ id: string }>(
        'select id from gift_voucher union all select id from orders',
      )
      const id = thing!.id
      const requestId = run.chance.uuid()
      const refund = (tries: number) =>
        press(
          run,
          'refund',
          (services) =>
            wish.thing === 'voucher'
              ? refundVoucher(services, id, OWNER, { requestId })
              : refundOrder(services, { orderId: id, pence: 1000, restock: 1, requestId, actor: OWNER }),
          tries,
        )
      await refund(byBrowser ? 3 : 1)
      await run.timeline.wait(LATER)
      if (byBrowser) await refund(3)
    },
  },
  {
    name: 'hear of a refund from Stripe',
    struck: 'stripe charge.refunded',
    recoveries: ['webhook', 'all'],
    newsAfter: 500,
    ...SOON,
    async play(run, wish) {
      const secret = await buyUntilPaid(run, wish)
      await claims(run, wish, secret, false)
      run.stripe.happen((account) => createRefund(account, parseForm(`payment_intent=${intentOf(secret)}`)))
      await run.timeline.wait(SECOND)
    },
  },
]
