import { setTimeout as pause } from 'node:timers/promises'
import settlePayments from '../../../netlify/functions/settle-payments.mts'
import { callFunction } from '../../harness/call-function.ts'
import { stockUp } from '../../harness/order-buyer.ts'
import { signIn } from '../../harness/sign-in.ts'
import { WEBHOOK_SECRET, type World } from '../../harness/start-world.ts'
import { type Acknowledged, nothingYet } from './acknowledged.ts'
import { buyProduct, buyVoucher, type Visit } from './buyers.ts'
import { newCaller } from './retrying-client.ts'
import { redeem, refund } from './desk.ts'
import type { Dice } from './seeded-random.ts'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../../../local/listen.ts'
import stripeWebhook from '../../../netlify/functions/stripe-webhook.mts'

export interface Load {
  told: Acknowledged
  products: string[]
  answers: { fine: number; refused: number; failed: number }
  /** Lets everybody finish what they are at, and ends Stripe's news. */
  stop: () => Promise<void>
}

const PRODUCTS = 5
export const STOCK = 50_000
const [VOUCHER_BUYERS, PRODUCT_BUYERS, DESKS] = [5, 5, 2]
/** Milliseconds between one thing that somebody does and the next. */
const BREATH = 20
const SCHEDULE_MS = 1000

/** Everything that moves money, at the same time, until it is stopped. */
export async function startLoad(world: World, dice: Dice): Promise<Load> {
  const products: string[] = []
  for (let nth = 0; nth < PRODUCTS; nth++) products.push(await stockUp(world, STOCK))
  const owner = await signIn(world)
  const webhooks = await receiveWebhooks()
  world.stripe.setWebhooks([{ url: webhooks.url, secret: WEBHOOK_SECRET }])

  const over = new AbortController()
  const isOver = () => over.signal.aborted
  const caller = newCaller(isOver)
  const visit: Visit = { world, dice, caller, told: nothingYet(), products }
  const repeat = async (work: () => Promise<unknown>, ms = BREATH) => {
    while (!isOver()) {
      await work()
      await pause(ms)
    }
  }
  const times = (count: number, work: () => Promise<unknown>) =>
    Array.from({ length: count }, () => repeat(work))
  const everybody = [
    ...times(VOUCHER_BUYERS, () => buyVoucher(visit)),
    ...times(PRODUCT_BUYERS, () => buyProduct(visit)),
    ...times(DESKS, () => redeem(visit, owner)),
    repeat(() => refund(visit, owner), 5 * BREATH),
    repeat(runSchedule, SCHEDULE_MS),
  ]
  return {
    told: visit.told,
    products,
    answers: caller.answers,
    async stop() {
      over.abort()
      await Promise.all(everybody)
      await world.stripe.control.hold()
      await world.stripe.control.drop()
      await webhooks.stop()
    },
  }
}

const runSchedule = () => callFunction(settlePayments, { path: '/', body: { full: true } })

/** The address that Stripe sends its news to, with the real function behind it. */
async function receiveWebhooks(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const headers = { 'stripe-signature': String(incoming.headers['stripe-signature']) }
      const request = { path: '/api/stripe-webhook', headers, body: await text(incoming) }
      outgoing.writeHead((await callFunction(stripeWebhook, request)).status).end()
    }
    answer().catch(() => outgoing.destroy())
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
