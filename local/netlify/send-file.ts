import { createReadStream, existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { ENCODINGS } from '#local/netlify/compress.ts'

type SendFile = (
  request: IncomingMessage,
  response: ServerResponse,
  choice: { file: string; status: number },
) => void

/** Netlify's default. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate'

export function fileSender(folder: string): SendFile {
  const serve = sirv(folder, { etag: true, brotli: true, gzip: true })
  return (request, response, { file, status }) => {
    // sirv leaves it out of 304 responses.
    response.setHeader('vary', 'Accept-Encoding')
    if (status !== 200) return sendWhole(request, response, { file: join(folder, file), status })
    if (!response.hasHeader('cache-control')) response.setHeader('cache-control', CACHE_CONTROL)
    serve(Object.assign(request, { url: encodeURI(file) }), response)
  }
}

/** Sends an error page, never 304, which would hide its status. */
function sendWhole(...[request, response, { file, status }]: Parameters<SendFile>): void {
  response.statusCode = status
  response.setHeader('content-type', 'text/html; charset=utf-8')
  const accepted = request.headers['accept-encoding'] ?? ''
  const copy = Object.entries(ENCODINGS).find(
    ([ending, encoding]) => accepted.includes(encoding) && existsSync(`${file}.${ending}`),
  )
  if (copy) response.setHeader('content-encoding', copy[1])
  if (request.method === 'HEAD' || !existsSync(file)) response.end()
  else createReadStream(copy ? `${file}.${copy[0]}` : file).pipe(response)
}
