import type { Context } from '@netlify/functions'
import type { Endpoint } from '#contract/endpoint.ts'
import type { RequestContext } from '#server/http/request-context.ts'
import { bytesResponse, handleRequest } from '#server/http/response.ts'
import { authorize } from '#server/http/serve.ts'

interface Bytes {
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

// The bytes at an address never change, so browsers and the CDN (`durable`: across deploys) need no second request.
const IMMUTABLE = {
  'cache-control': 'public, max-age=31536000, immutable',
  'netlify-cdn-cache-control': 'public, durable, max-age=31536000',
}

/** Like `serve`, but responds with immutable bytes. */
export function serveBytes<E extends Endpoint>(
  endpoint: E,
  get: (context: RequestContext<E>) => Promise<Bytes>,
) {
  return (request: Request, context: Context): Promise<Response> =>
    handleRequest(endpoint.path, context, async () => {
      const { contentType, bytes } = await get(await authorize(endpoint, request, context))
      const etag = `"${new URL(request.url).pathname}"`
      const isCached = request.headers.get('if-none-match')?.includes(etag)
      return bytesResponse(isCached ? null : bytes, context.requestId, {
        'content-type': contentType,
        etag,
        ...IMMUTABLE,
      })
    })
}
