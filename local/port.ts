import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { hasCode } from './error-code.ts'
import { listen } from './listen.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** The port of the site. It is taken before the long steps; until it is opened, everybody is asked to wait. */
export interface Door {
  site: string
  open: (listener: Listener) => void
  close: () => Promise<void>
}

export async function takeDoor(port: number): Promise<Door> {
  let listener: Listener = askToWait
  const serve: Listener = (request, response) => listener(request, response)
  const [four, six] = [createServer(serve), createServer(serve)]
  // A call that is just being sent would be lost if we hung up first.
  for (const server of [four, six]) server.keepAliveTimeout = 60_000
  const taken = await listenOrSay(four, port)
  // `localhost` is this one for some programs. Where there is none, nobody looks there.
  await listen(six, taken, '::1').catch(() => {})
  return {
    site: `http://localhost:${taken}`,
    open: (next) => void (listener = next),
    close: async () => void (await Promise.all([four, six].filter(({ listening }) => listening).map(close))),
  }
}

async function listenOrSay(server: ReturnType<typeof createServer>, port: number): Promise<number> {
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

function askToWait(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' })
  response.end('Starting …\n')
}
