import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import hourly from '#functions/hourly.mts'
import settlePayments from '#functions/settle-payments.mts'
import { listen } from '#local/listen.ts'
import type { Prng } from '#local/prng.ts'
import { signInNewAdmin } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { addProductWithStock } from '#tests/harness/order-buyer.ts'
import { WEBHOOK_SECRET, type World } from '#tests/harness/start-world.ts'
import { nothingAcknowledged, type Acknowledged } from '#tests/resilience/load/acknowledged.ts'
import { buyProduct, buyVoucher, type LoadContext } from '#tests/resilience/load/buyers.ts'
import { redeemAcknowledged, refundAcknowledged } from '#tests/resilience/load/desk-actions.ts'
import { createRetryingClient } from '#tests/resilience/load/retrying-client.ts'

const { stripeWebhook } = functions

export interface Load {
  acknowledged: Acknowledged
  products: string[]
  answers: { fine: number; refused: number; failed: number }
  /** Waits for running requests and ends the delivery of Stripe's events. */
  stop: () => Promise<void>
}

const PRODUCTS = 5
export const STOCK = 50_000
const [VOUCHER_BUYERS, PRODUCT_BUYERS, DESKS] = [5, 5, 2]
/** Pause between two actions of one actor (ms). */
const PAUSE_MS = 20
const SCHEDULE_MS = 1000

/**
 * Buys, redeems, refunds and settles concurrently until it is stopped. Also redeems and refunds what an earlier load has
 * bought, if its acknowledged changes are passed.
 */
export async function startLoad(
  world: World,
  random: Prng,
  acknowledged: Acknowledged = nothingAcknowledged(),
): Promise<Load> {
  const products: string[] = []
  for (let nth = 0; nth < PRODUCTS; nth++) products.push(await addProductWithStock(world, STOCK))
  const owner = await signInNewAdmin(world)
  const webhooks = await receiveWebhooks()
  world.stripe.setWebhooks([{ url: webhooks.url, secret: WEBHOOK_SECRET }])

  const stopped = new AbortController()
  const isStopped = () => stopped.signal.aborted
  const client = createRetryingClient(isStopped)
  const context: LoadContext = { world, random, client, acknowledged, products }
  const repeat = async (work: () => Promise<unknown>, ms = PAUSE_MS) => {
    while (!isStopped()) {
      await work()
      await pause(ms)
    }
  }
  const times = (count: number, work: () => Promise<unknown>) =>
    Array.from({ length: count }, () => repeat(work))
  const loops = [
    ...times(VOUCHER_BUYERS, () => buyVoucher(context)),
    ...times(PRODUCT_BUYERS, () => buyProduct(context)),
    ...times(DESKS, () => redeemAcknowledged(context, owner)),
    repeat(() => refundAcknowledged(context, owner), 5 * PAUSE_MS),
    repeat(runSchedules, SCHEDULE_MS),
  ]
  return {
    acknowledged,
    products,
    answers: client.answers,
    async stop() {
      stopped.abort()
      await Promise.all(loops)
      await world.stripe.control.hold()
      await world.stripe.control.drop()
      await webhooks.stop()
    },
  }
}

async function runSchedules(): Promise<void> {
  await callFunction(settlePayments, { path: '/', body: { full: true } })
  await callFunction(hourly, { path: '/', body: {} })
}

/** Serves the real webhook function at a local address. */
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
