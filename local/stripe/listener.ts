import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '#local/listen.ts'
import { forbidden, isCrossOrigin, isLocalHost } from '#local/local-host.ts'

export interface StripeListener {
  port: number
  close(): Promise<void>
}

/** Serves a fetch handler on 127.0.0.1, for programs and its own pages only. `Response.error()` breaks the connection. */
export async function serveHandler(
  port: number,
  handle: (request: Request) => Promise<Response>,
): Promise<StripeListener> {
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing, handle))
  // No keep-alive timeout: if the server closed first, a request in flight would be lost.
  server.keepAliveTimeout = 0
  return {
    port: await listen(server, port),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
) {
  const response = await answer(await readRequest(incoming), handle).catch(ownFailure)
  if (response.type === 'error') {
    outgoing.destroy()
    return
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

async function answer(request: Request, handle: (request: Request) => Promise<Response>) {
  const { host } = new URL(request.url)
  return isLocalHost(host) && !isCrossOrigin(request) ? handle(request) : forbidden()
}

function ownFailure(error: unknown): Response {
  console.error(error)
  return new Response(String(error), { status: 500 })
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const { method = 'GET', url = '/', headers } = incoming
  return new Request(`http://${headers.host ?? 'localhost'}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
}
