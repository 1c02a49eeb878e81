import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { listen } from '#local/listen.ts'
import { isLocalHost } from '#local/local-host.ts'
import { openConnections, type Connections } from '#local/postgres/connections.ts'
import {
  createDatabaseFaults,
  type DatabaseFault,
  type DatabaseFaults,
} from '#local/postgres/database-faults.ts'
import { InvalidNeonRequest, readNeonRequest } from '#local/postgres/neon-request.ts'
import { execute, toNeonError } from '#local/postgres/neon-response.ts'
import { urlOf } from '#local/postgres/postmaster.ts'

export interface Gateway {
  port: number
  /** Works with the Neon driver, `pg` and psql. */
  url: (database: string) => string
  /** Number of HTTP requests so far. */
  readonly calls: number
  /** Cuts connections before or after requests run. */
  fault: (fault?: DatabaseFault) => void
  clearFaults: () => void
  /** Makes HTTP requests wait until `resume`. */
  pause: () => void
  resume: () => void
  /** Delays every HTTP request from now on (ms). */
  slow: (ms: number) => void
  stop: () => Promise<void>
}

// Postgres allows 200; the rest is for clients of its own protocol.
const POOLED = 40

export interface GatewayOptions {
  postgresPort: number
  port?: number
  /** Maximum number of connections in the pool. */
  pooled?: number
  /** Plans each statement once per connection. By default, as on Neon, at each request: that takes most of Postgres' time. */
  planOnce?: boolean
}

/** Serves two protocols on one port in front of Postgres: Neon's over HTTP, and Postgres' own. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { pooled = POOLED, planOnce = false } = options
  const connections = openConnections(options.postgresPort, { limit: pooled, planOnce })
  const faults = createDatabaseFaults()
  let requestCount = 0
  const http = createHttpServer((request, response) => {
    requestCount += 1
    void answer(request, response, { connections, faults, planOnce })
  })
  // No keep-alive timeout: if the server closed first, a request in flight would be lost.
  http.keepAliveTimeout = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => {})
    route(socket, options.postgresPort, (web) => http.emit('connection', web))
  })
  const port = await listen(server, options.port)

  return {
    port,
    url: (database) => urlOf(port, database),
    get calls() {
      return requestCount
    },
    fault: (fault = {}) => faults.add(fault),
    clearFaults: faults.clear,
    pause: faults.pause,
    resume: faults.resume,
    slow: faults.slow,
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await connections.stop()
    },
  }
}

/** Postgres' protocol begins with a length whose first byte is 0, HTTP with a letter. */
function route(socket: Socket, postgresPort: number, serveWeb: (socket: Socket) => void): void {
  socket.setNoDelay(true)
  socket.once('data', (first: Buffer) => {
    socket.pause()
    socket.unshift(first)
    if (first[0] === 0) pipe(socket, connect({ port: postgresPort, host: '127.0.0.1', noDelay: true }))
    else serveWeb(socket)
    process.nextTick(() => socket.resume())
  })
}

function pipe(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one)
  one.once('close', () => other.destroy())
  other.once('close', () => one.destroy()).on('error', () => one.destroy())
}

interface Backend {
  connections: Connections
  faults: DatabaseFaults
  planOnce: boolean
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { connections, faults, planOnce }: Backend,
): Promise<void> {
  try {
    if (!isLocalHost(request.headers.host)) return send(response, 403, { message: 'not from elsewhere' })
    if (request.method !== 'POST' || request.url !== '/sql')
      return send(response, 404, { message: 'not found' })
    const call = await readNeonRequest(request)
    await faults.ready()
    const fault = faults.faultFor(call.statements)
    if (fault === 'before') return void request.socket.destroy()
    const body = await connections.use(call.target, (client) => execute(client, call, planOnce))
    if (fault === 'after') return void request.socket.destroy()
    send(response, 200, body)
  } catch (error) {
    const refusal = toNeonError(error)
    const status = (refusal ?? error instanceof InvalidNeonRequest) ? 400 : 500
    send(response, status, refusal ?? { message: error instanceof Error ? error.message : 'failed' })
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const json = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(json)
}
