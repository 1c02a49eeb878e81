import { bindPort } from '../../../local/port.ts'
import type { Functions } from '../../../local/netlify/functions.ts'
import { sendResponse, toRequest } from '../../../local/netlify/node-http.ts'
import { servePages } from '../../../local/netlify/pages.ts'

/** Serves the built pages and functions on a free port, as they would be deployed. */
export async function serveSite(root: string, publish: string, functions: Functions) {
  const pages = await servePages({ root, publish })
  const door = await bindPort(0)
  door.open((incoming, outgoing) => {
    const answer = async () => {
      // Requested by deferred scripts of pages.
      if (!incoming.url?.startsWith('/api/')) return pages(incoming, outgoing)
      const response = await functions.fetch(await toRequest(incoming, door.site), '192.0.2.1')
      await sendResponse(response ?? new Response(null, { status: 404 }), outgoing)
    }
    answer().catch(() => outgoing.destroy())
  })
  return { url: door.site, [Symbol.asyncDispose]: door.close }
}
