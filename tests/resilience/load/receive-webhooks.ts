import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../../../local/listen.ts'
import stripeWebhook from '../../../netlify/functions/stripe-webhook.mts'
import { callFunction } from '../../harness/call-function.ts'

/** The address that Stripe sends its news to, with the real function behind it. */
export async function receiveWebhooks(): Promise<{ url: string; stop: () => Promise<void> }> {
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
