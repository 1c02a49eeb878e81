import type { Endpoint } from '#contract/endpoint'
import type { Context } from '@netlify/functions'
import { describeFailure, log } from '../log.ts'
import { fileResponse, handleRequest } from './response.ts'
import type { RequestContext } from './request-context.ts'
import { type Authorize, authorize } from './serve.ts'

/** What a person keeps: its name on their disk, and what is in it, piece by piece. */
export interface ServedFile {
  name: string
  contentType: string
  content: AsyncGenerator<string>
}

/** As `serve`, but what is answered is a file. A failure after its first piece breaks it off. */
export function serveFile<E extends Endpoint>(
  endpoint: E,
  handler: (call: RequestContext<E>) => Promise<ServedFile>,
  admit: Authorize,
) {
  return (request: Request, context: Context): Promise<Response> =>
    handleRequest(endpoint.path, context, async () => {
      const { name, contentType, content } = await handler(await authorize(endpoint, request, context, admit))
      return fileResponse(streamOf(content), context.requestId, {
        'content-type': contentType,
        'content-disposition': `attachment; filename="${name}"`,
      })
    })
}

/** Each piece is made when there is room for it, and no more of them once nobody listens. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const piece = await pieces.next().catch((error: unknown) => {
        log('error', 'a file was broken off', describeFailure(error))
        throw error
      })
      if (piece.done) controller.close()
      else controller.enqueue(encoder.encode(piece.value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
