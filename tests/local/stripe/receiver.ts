import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'

export interface Receiver {
  url: string
  secret: string
  /** Events whose signature the SDK accepted, in the order of their arrival. */
  events: Stripe.Event[]
  types(): string[]
  /** Answers the next so many calls with a 500. */
  failNext(times: number): void
  stop(): Promise<void>
}

/** A webhook endpoint as the site has one: it believes only what the SDK can verify. */
export async function startReceiver(): Promise<Receiver> {
  const secret = 'whsec_of_the_tests'
  const events: Stripe.Event[] = []
  let failing = 0
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const signature = String(request.headers['stripe-signature'])
      events.push(Stripe.webhooks.constructEvent(body, signature, secret))
      response.statusCode = failing-- > 0 ? 500 : 200
      return response.end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    secret,
    events,
    types: () => events.map(({ type }) => type),
    failNext: (times) => void (failing = times),
    stop() {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

async function readBody(request: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
