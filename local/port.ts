import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { hasCode } from '#local/error-code.ts'
import { listen } from '#local/listen.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** The port of the site. It is bound before the long steps; until `open`, every request gets 503 with Retry-After. */
export interface SitePort {
  site: string
  open: (listener: Listener) => void
  close: () => Promise<void>
}

export async function bindPort(port: number): Promise<SitePort> {
  let listener: Listener = respondStarting
  const serve: Listener = (request, response) => listener(request, response)
  const [four, six] = [createServer(serve), createServer(serve)]
  // Longer than clients keep idle connections: if the server closed first, a request in flight would be lost.
  for (const server of [four, six]) server.keepAliveTimeout = 60_000
  const boundPort = await listenOrExplain(four, port)
  // Some programs resolve `localhost` to ::1. A machine without IPv6 does not need it.
  await listen(six, boundPort, '::1').catch(() => {})
  return {
    site: `http://localhost:${boundPort}`,
    open: (next) => void (listener = next),
    close: async () => void (await Promise.all([four, six].filter(({ listening }) => listening).map(close))),
  }
}

/** Returns the site's origin on a port. Throws if the port is in use. */
export async function findSite(port: number): Promise<string> {
  const { site, close } = await bindPort(port)
  await close()
  return site
}

async function listenOrExplain(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  try {
    return await listen(server, port)
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE')) throw error
    throw new Error(
      `Port ${port} is in use. Stop what runs there, or choose another one: PORT=${port + 1} npm start`,
      {
        cause: error,
      },
    )
  }
}

async function close(server: ReturnType<typeof createServer>): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

function respondStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' })
  response.end('Starting …\n')
}
