import { createServer, type Socket } from 'node:net'
import { listen } from '#local/listen.ts'
import type { World } from '#tests/harness/start-world.ts'
import type { EndpointName } from '#tests/resilience/latency/latency-requests.ts'
import { openProxy } from '#tests/resilience/latency/proxy.ts'

const SORRY = 'Something went wrong on our side. Please try again, or ring us.'
const TOO_LONG = 'This takes us too long. Please try again in a moment, or ring us.'
const UNREACHABLE = 'Our card provider cannot be reached at the moment.'
const UNDECIDED = `${UNREACHABLE} We cannot say yet what became of this payment: please ask again, and do not pay twice.`
const NOT_CHARGED = `${UNREACHABLE} You have not been charged. Please try again.`

export interface Delay {
  /** Starts the delay. Resolves to a function that ends it, to be called after all responses. */
  begin: (world: World) => Promise<() => Promise<void>>
  /** Returns the error texts that this endpoint may show; an empty list means that it must succeed. */
  allowedTexts: (endpoint: EndpointName | undefined) => string[]
}

const noTexts = () => []

/** Pauses the database: requests wait for it or time out. */
const pausedDatabase = (seconds: number, allowedTexts: Delay['allowedTexts']): Delay => ({
  async begin({ gateway }) {
    gateway.pause()
    const timer = setTimeout(gateway.resume, seconds * 1000)
    return async () => {
      clearTimeout(timer)
      gateway.resume()
    }
  },
  allowedTexts,
})

type Target = { url: string } & AsyncDisposable

/** Points an environment variable to another server. Resolves to a function that restores it. */
async function redirect(name: 'STRIPE_API' | 'POSTMARK_API', to: Target): Promise<() => Promise<void>> {
  const before = process.env[name]
  process.env[name] = to.url
  return async () => {
    process.env[name] = before
    await to[Symbol.asyncDispose]()
  }
}

/** The endpoints that need Stripe, and the error texts that are true without it. */
const TEXTS_WITHOUT_STRIPE: Partial<Record<EndpointName, string[]>> = {
  createPaymentIntent: [NOT_CHARGED],
  createProductPaymentIntent: [NOT_CHARGED],
  'createPaymentIntent in the place of another': [NOT_CHARGED, `${UNREACHABLE} Please try again.`],
  giftVouchers: [UNDECIDED],
  createOrder: [UNDECIDED],
  settleNow: [UNDECIDED],
  'the webhook': [UNDECIDED],
  'the schedule': [SORRY],
  refundOrder: [`${UNREACHABLE} Nothing has been refunded. Please try again.`],
  refundVoucher: [`${UNREACHABLE} Nothing has been refunded. Please try again.`],
  releaseAlert: [`${UNREACHABLE} The payment stays frozen. Please try again.`],
  refundPayment: [`${UNREACHABLE} Nothing has been refunded. Please try again.`],
}

const textsWithoutStripe = (endpoint: EndpointName | undefined) =>
  (endpoint && TEXTS_WITHOUT_STRIPE[endpoint]) ?? []

export const DELAYS: Record<string, Delay> = {
  'the database asleep for 1 s': pausedDatabase(1, noTexts),
  'the database asleep for 5 s': pausedDatabase(5, noTexts),
  'the database asleep for 20 s': pausedDatabase(20, () => [SORRY]),
  'Stripe hanging': {
    begin: async () => redirect('STRIPE_API', await openUnreachableHost()),
    allowedTexts: textsWithoutStripe,
  },
  'mail hanging': {
    begin: async () => redirect('POSTMARK_API', await openUnreachableHost()),
    allowedTexts: noTexts,
  },
  // No client times out, and the waits add up.
  'the database answering after 8.5 s and Stripe after 5.5 s': {
    async begin({ gateway, stripe }) {
      gateway.slow(8500)
      const proxy = await openProxy((request) => stripe.handle(request), 5500)
      const restore = await redirect('STRIPE_API', proxy)
      const endDelay = () => {
        gateway.slow(0)
        proxy.ms = 0
      }
      // By then every response has been sent; background work need not be slow.
      const timer = setTimeout(endDelay, 23_000)
      return async () => {
        clearTimeout(timer)
        endDelay()
        await restore()
      }
    },
    allowedTexts: () => [TOO_LONG],
  },
}

/** Opens a server that accepts connections and never responds. */
async function openUnreachableHost(): Promise<{ url: string } & AsyncDisposable> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
}
