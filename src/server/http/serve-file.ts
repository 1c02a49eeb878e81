import type { Context } from '@netlify/functions'
import type { Endpoint } from '#contract/endpoint.ts'
import type { RequestContext } from '#server/http/request-context.ts'
import { fileResponse, handleRequest } from '#server/http/response.ts'
import { authorize, type Guard } from '#server/http/serve.ts'
import { describeFailure, log } from '#server/log.ts'

/** A download: its file name and its content in chunks. */
export interface ServedFile {
  name: string
  contentType: string
  content: AsyncGenerator<string>
}

/** Like `serve`, but streams a file. An error after the first chunk aborts the download. */
export function serveFile<E extends Endpoint>(
  endpoint: E,
  handler: (context: RequestContext<E>) => Promise<ServedFile>,
  guard: Guard,
) {
  return (request: Request, context: Context): Promise<Response> =>
    handleRequest(endpoint.path, context, async () => {
      const { name, contentType, content } = await handler(await authorize(endpoint, request, context, guard))
      return fileResponse(streamOf(content), context.requestId, {
        'content-type': contentType,
        'content-disposition': `attachment; filename="${name}"`,
      })
    })
}

/** Generates each chunk on demand, and stops when the client disconnects. */
function streamOf(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const chunk = await chunks.next().catch((error: unknown) => {
        log('error', 'a file was broken off', describeFailure(error))
        throw error
      })
      if (chunk.done) controller.close()
      else controller.enqueue(encoder.encode(chunk.value))
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
