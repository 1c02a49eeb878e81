import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { isLocalHost } from '../local-host.ts'
import { listen } from '../listen.ts'
import { type Connections, openConnections } from './connections.ts'
import { createFaults, type Fault, type Faults } from './faults.ts'
import { execute, toNeonError } from './neon-answer.ts'
import { readCall, RefusedCall } from './neon-call.ts'
import { urlOf } from './postmaster.ts'

export interface Gateway {
  port: number
  /** Good for the Neon driver, for `pg` and for psql. */
  url: (database: string) => string
  /** How many round trips over HTTP were made so far. */
  readonly calls: number
  /** Cuts calls off, before or after their work is done. */
  fault: (fault?: Fault) => void
  clearFaults: () => void
  /** Calls over HTTP wait until resume. */
  pause: () => void
  resume: () => void
  /** From now on each call over HTTP waits so long first. */
  slow: (ms: number) => void
  stop: () => Promise<void>
}

// Postgres has 200; the rest is for whoever speaks its own protocol.
const POOLED = 40

export interface GatewayOptions {
  postgresPort: number
  port?: number
  /** How many connections it opens at most. */
  pooled?: number
}

/** One port in front of Postgres: Neon's protocol over HTTP, and Postgres' own. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const connections = openConnections(options.postgresPort, options.pooled ?? POOLED)
  const faults = createFaults()
  let calls = 0
  const http = createHttpServer((request, response) => {
    calls += 1
    void answer(request, response, connections, faults)
  })
  // Never the one to hang up first: a call that is just being sent would be lost.
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
      return calls
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

/** The first byte of Postgres' protocol is the zero of a length; HTTP begins with a letter. */
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  connections: Connections,
  faults: Faults,
): Promise<void> {
  try {
    if (!isLocalHost(request.headers.host)) return send(response, 403, { message: 'not from elsewhere' })
    if (request.method !== 'POST' || request.url !== '/sql')
      return send(response, 404, { message: 'not found' })
    const call = await readCall(request)
    await faults.awake()
    const strike = faults.strike(call.statements)
    if (strike === 'before') return void request.socket.destroy()
    const body = await connections.use(call.target, (client) => execute(client, call))
    if (strike === 'after') return void request.socket.destroy()
    send(response, 200, body)
  } catch (error) {
    const refusal = toNeonError(error)
    const status = (refusal ?? error instanceof RefusedCall) ? 400 : 500
    send(response, status, refusal ?? { message: error instanceof Error ? error.message : 'failed' })
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const json = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(json)
}
