import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'

/** The built handler behind Node's HTTP server. */
const { default: handler } = await import(pathToFileURL(process.argv[2] ?? '').href)

const server = createServer((incoming, outgoing) => {
  const answer = async () => {
    const request = new Request(`http://localhost${incoming.url}`, { method: incoming.method ?? 'GET' })
    const context = { ip: '192.0.2.1', params: {}, requestId: randomUUID(), waitUntil: () => {} }
    const response: Response = await handler(request, context)
    const body = Buffer.from(await response.arrayBuffer())
    outgoing.writeHead(response.status, [...response.headers].flat()).end(body)
  }
  answer().catch(() => outgoing.destroy())
})
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
process.on('message', () => process.send?.(process.cpuUsage()))
