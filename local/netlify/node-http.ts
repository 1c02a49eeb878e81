import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

/** Netlify's limit for the body of a request to a function (bytes). */
const BODY_MAX = 6 * 1024 * 1024

/** Thrown by `toRequest`; `response` is to be sent to the client. */
export class BodyTooLarge extends Error {
  readonly response = new Response('Request body is larger than 6 MB', { status: 413 })
}

export async function toFetchRequest(incoming: IncomingMessage, origin: string): Promise<Request> {
  const { method = 'GET' } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(addressOf(incoming, origin), {
    method,
    headers: headersOf(incoming),
    ...(hasBody && { body: await readBody(incoming) }),
  })
}

/** Concatenates instead of resolving, because `//elsewhere/path` would resolve to another host. */
function addressOf(incoming: IncomingMessage, origin: string): string {
  const path = incoming.url ?? '/'
  return new URL(origin).origin + (path.startsWith('/') ? path : '/')
}

/** Uses rawHeaders, because Node's object drops some repeated headers. */
function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '')
  }
  return headers
}

/** Reads even a body that is too large to its end, because a client does not read the response while it is sending. */
async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= BODY_MAX) chunks.push(chunk)
  }
  if (size > BODY_MAX) throw new BodyTooLarge('Request body is larger than 6 MB')
  return Buffer.concat(chunks)
}

export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status
  // Appends, because cookies must not be joined by commas.
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  if (response.body === null || outgoing.req.method === 'HEAD') {
    await response.body?.cancel()
    outgoing.end()
    return
  }
  await pipeline(response.body, outgoing).catch(ignoreDisconnect)
}

function ignoreDisconnect(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
