import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '../../../local/listen.ts'
import { sendResponse, toRequest } from '../../../local/netlify/node-http.ts'

interface Detour extends AsyncDisposable {
  url: string
  /** What it takes. */
  ms: number
}

/** A long way to somebody. */
export async function openDetour(to: (request: Request) => Promise<Response>, ms: number): Promise<Detour> {
  const server = createServer((incoming, outgoing) => {
    const pass = async () => {
      const request = await toRequest(incoming, 'http://localhost')
      await pause(detour.ms)
      await sendResponse(await to(request), outgoing)
    }
    pass().catch(() => outgoing.destroy())
  })
  const port = await listen(server)
  const detour: Detour = {
    url: `http://127.0.0.1:${port}`,
    ms,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
  return detour
}
