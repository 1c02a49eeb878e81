import type { IncomingMessage } from 'node:http'
import { isLocalHost } from '#local/local-host.ts'
import { handleLocal, type LocalStack } from '#local/local-routes.ts'
import { BodyTooLarge, sendResponse, toFetchRequest } from '#local/netlify/node-http.ts'
import type { Listener } from '#local/port.ts'

/** Routes `/__local` and the paths of the functions; all other requests go to `pages`. */
export function createLocalRouter(stack: LocalStack, pages: Listener): Listener {
  return (incoming, outgoing) => void serve(stack, pages, incoming, outgoing)
}

async function serve(...[stack, pages, incoming, outgoing]: [LocalStack, Listener, ...Parameters<Listener>]) {
  try {
    const response = await respond(stack, incoming)
    if (!response) pages(incoming, outgoing)
    // A simulated connection loss.
    else if (response.type === 'error') outgoing.destroy()
    else await sendResponse(response, outgoing)
  } catch (error) {
    console.error(error)
    outgoing.destroy()
  }
}

async function respond(stack: LocalStack, incoming: IncomingMessage): Promise<Response | undefined> {
  const { host } = incoming.headers
  try {
    // The site may be visited by any of its local names, or through a proxy by another one.
    const request = await toFetchRequest(incoming, isLocalHost(host) ? `http://${host}` : stack.info.site)
    const local = isLocalHost(host) ? await handleLocal(stack, request) : undefined
    return local ?? (await stack.functions.fetch(request, addressOf(incoming)))
  } catch (error) {
    if (error instanceof BodyTooLarge) return error.response
    throw error
  }
}

/** Returns the client's address. Netlify overwrites this header; here tests may set it to choose an address. */
function addressOf({ headers, socket }: IncomingMessage): string {
  const header = headers['x-nf-client-connection-ip']
  return (typeof header === 'string' && header) || (socket.remoteAddress ?? '127.0.0.1')
}
