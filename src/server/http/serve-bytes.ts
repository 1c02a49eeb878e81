import type { Config, Context } from '@netlify/functions'
import { DomainError } from '../domain-error.ts'
import { answerBytes, answering } from './answer.ts'

interface Bytes {
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

// What an id stands for never changes, so nobody has to ask twice: not the browser, nor the CDN, over deploys too.
const FOR_EVER = {
  'cache-control': 'public, max-age=31536000, immutable',
  'netlify-cdn-cache-control': 'public, durable, max-age=31536000',
}

/** Answers with bytes that never change, found by the `:id` of the path; failures are JSON as everywhere. */
export function serveBytes(path: string, get: (id: string) => Promise<Bytes>) {
  return (request: Request, context: Context): Promise<Response> =>
    answering(path, context, async () => {
      if (request.method !== 'GET') throw new DomainError('method_not_allowed', 'Please use GET.')
      const id = context.params['id'] ?? ''
      const { contentType, bytes } = await get(id)
      const etag = `"${id}"`
      const known = request.headers.get('if-none-match')?.includes(etag)
      return answerBytes(known ? null : bytes, context.requestId, {
        'content-type': contentType,
        etag,
        ...FOR_EVER,
      })
    })
}

// A page asks for many of them at once, from an office full of people: a wider shield than that of other endpoints.
export function routeBytes(path: `/${string}`): Config {
  return { path, rateLimit: { windowLimit: 1000, windowSize: 60, aggregateBy: ['ip', 'domain'] } }
}
