import type { Endpoint } from '#contract/endpoint'
import type { Context } from '@netlify/functions'
import { bytesResponse, handleRequest } from './response.ts'
import type { RequestContext } from './request-context.ts'
import { authorize } from './serve.ts'

interface Bytes {
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

// What an address stands for never changes, so nobody has to ask twice: not the browser, nor the CDN, over deploys too.
const FOR_EVER = {
  'cache-control': 'public, max-age=31536000, immutable',
  'netlify-cdn-cache-control': 'public, durable, max-age=31536000',
}

/** As `serve`, but what is answered are bytes that never change. */
export function serveBytes<E extends Endpoint>(
  endpoint: E,
  get: (call: RequestContext<E>) => Promise<Bytes>,
) {
  return (request: Request, context: Context): Promise<Response> =>
    handleRequest(endpoint.path, context, async () => {
      const { contentType, bytes } = await get(await authorize(endpoint, request, context))
      const etag = `"${new URL(request.url).pathname}"`
      const known = request.headers.get('if-none-match')?.includes(etag)
      return bytesResponse(known ? null : bytes, context.requestId, {
        'content-type': contentType,
        etag,
        ...FOR_EVER,
      })
    })
}
