import { createReadStream, existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'

type SendFile = (
  request: IncomingMessage,
  response: ServerResponse,
  choice: { file: string; status: number },
) => void

/** Netlify's own, unless a rule of the site says otherwise. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate'

export function fileSender(folder: string): SendFile {
  const serve = sirv(folder, { etag: true, brotli: true })
  return (request, response, { file, status }) => {
    if (status !== 200) return sendWhole(request, response, { file: join(folder, file), status })
    if (!response.hasHeader('cache-control')) response.setHeader('cache-control', CACHE_CONTROL)
    serve(Object.assign(request, { url: encodeURI(file) }), response)
  }
}

/** The page of an error: always sent whole, since "not modified" would hide its status. */
function sendWhole(...[request, response, { file, status }]: Parameters<SendFile>): void {
  response.statusCode = status
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD' || !existsSync(file)) response.end()
  else createReadStream(file).pipe(response)
}
