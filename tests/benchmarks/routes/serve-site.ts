import type { Functions } from '#local/netlify/functions.ts'
import { sendResponse, toFetchRequest } from '#local/netlify/node-http.ts'
import { servePages } from '#local/netlify/serve-pages.ts'
import { bindPort } from '#local/port.ts'
import { withLateIcon } from '#tests/benchmarks/speed/late-icon.ts'

/** Serves the built pages and functions on a free port, as they would be deployed. */
export async function serveSite(root: string, publish: string, functions: Functions) {
  const pages = withLateIcon(await servePages({ root, publish }))
  const server = await bindPort(0)
  server.open((incoming, outgoing) => {
    const answer = async () => {
      // Requested by deferred scripts of pages.
      if (!incoming.url?.startsWith('/api/')) return pages(incoming, outgoing)
      const response = await functions.fetch(await toFetchRequest(incoming, server.site), '192.0.2.1')
      await sendResponse(response ?? new Response(null, { status: 404 }), outgoing)
    }
    answer().catch(() => outgoing.destroy())
  })
  return { url: server.site, [Symbol.asyncDispose]: server.close }
}
