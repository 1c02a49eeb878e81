import type { IncomingMessage } from 'node:http'
import type { Listener } from './port.ts'
import { isLocalHost } from './local-host.ts'
import { answerLocal, type LocalStack } from './local-routes.ts'
import { BodyTooLarge, sendResponse, toRequest } from './netlify/node-http.ts'

/** Answers `/__local` and the functions' paths; everything else are pages. */
export function serveFunctions(stack: LocalStack, pages: Listener): Listener {
  return (incoming, outgoing) => void serve(stack, pages, incoming, outgoing)
}

async function serve(...[stack, pages, incoming, outgoing]: [LocalStack, Listener, ...Parameters<Listener>]) {
  try {
    const response = await respond(stack, incoming)
    if (!response) pages(incoming, outgoing)
    // A stand-in that was asked to lose the connection.
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
    // The site may be visited by any of its names; a proxy in front may have one, too.
    const request = await toRequest(incoming, isLocalHost(host) ? `http://${host}` : stack.info.site)
    const local = isLocalHost(host) ? await answerLocal(stack, request) : undefined
    return local ?? (await stack.functions.fetch(request, addressOf(incoming)))
  } catch (error) {
    if (error instanceof BodyTooLarge) return error.response
    throw error
  }
}

/** Netlify sets the header itself, over whatever was sent; here a caller may choose an address to be. */
function addressOf({ headers, socket }: IncomingMessage): string {
  const named = headers['x-nf-client-connection-ip']
  return (typeof named === 'string' && named) || (socket.remoteAddress ?? '127.0.0.1')
}
