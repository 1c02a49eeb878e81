import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

/** Netlify's limit for what is sent to a function. */
const BODY_MAX = 6 * 1024 * 1024

/** Thrown by `toRequest`; `response` is what the caller of the function gets instead. */
export class BodyTooLarge extends Error {
  readonly response = new Response('Request body is larger than 6 MB', { status: 413 })
}

export async function toRequest(incoming: IncomingMessage, origin: string): Promise<Request> {
  const { method = 'GET' } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(addressOf(incoming, origin), {
    method,
    headers: headersOf(incoming),
    ...(hasBody && { body: await readBody(incoming) }),
  })
}

/** Glued, not resolved: `//elsewhere/path` would otherwise name another host. */
function addressOf(incoming: IncomingMessage, origin: string): string {
  const path = incoming.url ?? '/'
  return new URL(origin).origin + (path.startsWith('/') ? path : '/')
}

/** From the raw list: node's own object drops some headers that come twice. */
function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
  }
  return headers
}

/** Reads to the end even what is too much: a client that is still sending would not hear the answer. */
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
  // One by one: two cookies are two headers, never one with a comma.
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  if (response.body === null || outgoing.req.method === 'HEAD') {
    await response.body?.cancel()
    outgoing.end()
    return
  }
  await pipeline(response.body, outgoing).catch(ignoreHangUp)
}

function ignoreHangUp(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
