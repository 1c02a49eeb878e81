import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '#local/listen.ts'
import { sendResponse, toFetchRequest } from '#local/netlify/node-http.ts'

interface Proxy extends AsyncDisposable {
  url: string
  /** Delay of each request (ms). */
  ms: number
}

/** Opens a proxy that delays each request. */
export async function openProxy(to: (request: Request) => Promise<Response>, ms: number): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    const pass = async () => {
      const request = await toFetchRequest(incoming, 'http://localhost')
      await pause(proxy.ms)
      await sendResponse(await to(request), outgoing)
    }
    pass().catch(() => outgoing.destroy())
  })
  const port = await listen(server)
  const proxy: Proxy = {
    url: `http://127.0.0.1:${port}`,
    ms,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
  return proxy
}
