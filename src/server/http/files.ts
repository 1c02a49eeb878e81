import { describeFailure, log } from '#server/log.ts'

/** A download: its file name and its content in chunks. */
export interface Download {
  name: string
  contentType: string
  content: AsyncGenerator<string | Uint8Array>
}

/** Returns a response that streams a file. An error after the first chunk aborts the download. */
export function downloadResponse({ name, contentType, content }: Download): Response {
  return new Response(streamOf(content), {
    headers: { 'content-type': contentType, 'content-disposition': `attachment; filename="${name}"` },
  })
}

/** Generates each chunk on demand, and stops when the client disconnects. */
function streamOf(chunks: Download['content']): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const chunk = await chunks.next().catch((error: unknown) => {
        log('error', 'a file was broken off', describeFailure(error))
        throw error
      })
      if (chunk.done) controller.close()
      else controller.enqueue(typeof chunk.value === 'string' ? encoder.encode(chunk.value) : chunk.value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

interface ImmutableFile {
  /** Names the bytes. */
  id: string
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Returns a response with bytes that never change, so browsers and the CDN (`durable`: across deploys) need no second
 * request.
 */
export function immutableResponse({ id, contentType, bytes }: ImmutableFile, request: Headers): Response {
  const etag = `"${id}"`
  const isCached = request.get('if-none-match')?.includes(etag)
  return new Response(isCached ? null : bytes, {
    status: isCached ? 304 : 200,
    headers: {
      'content-type': contentType,
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'netlify-cdn-cache-control': 'public, durable, max-age=31536000',
    },
  })
}
