import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '#local/listen.ts'

/** What can be wrong with the stand-in; `slow` never ends its reply. */
export const PWNED_FAULTS = [
  'down',
  'silent',
  'slow',
  'refusing',
  'elsewhere',
  'nonsense',
  'empty',
  'huge',
] as const
export type PwnedFault = (typeof PWNED_FAULTS)[number]

export interface PwnedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A stand-in for the passwords of Have I Been Pwned. */
export interface PwnedPasswords {
  url: string
  /** The requests so far, oldest first. */
  requests: readonly PwnedRequest[]
  /** Adds a password. The count 0 makes it padding. */
  leak(password: string, count?: number): void
  fault: PwnedFault | undefined
  /** Replies in lower case. */
  isLowerCase: boolean
  stop(): Promise<void>
}

/** For trying it out: long enough, not easy to guess, and in the list of each stand-in. */
export const LEAKED_PASSWORD = 'this one was in a leak'

/** Of each prefix, as many as are enough to be found among. */
const OTHERS = 20
const PADDING = 5

const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

export async function startPwnedPasswords(): Promise<PwnedPasswords> {
  const counts = new Map([[sha1(LEAKED_PASSWORD), 1]])
  const requests: PwnedRequest[] = []
  const server = createServer((incoming, outgoing) => {
    void readRequest(incoming).then((request) => {
      requests.push(request)
      if (standIn.fault) return FAULTS[standIn.fault](outgoing)
      const prefix = /^\/range\/([\dA-F]{5})$/i.exec(request.path)?.[1]?.toUpperCase()
      if (!prefix) return outgoing.writeHead(400).end('The hash prefix was not in a valid format')
      const lines = listRange(counts, prefix, request.headers['add-padding'] === 'true').join('\r\n')
      return outgoing.end(standIn.isLowerCase ? lines.toLowerCase() : lines)
    })
  })
  const standIn: PwnedPasswords = {
    url: `http://127.0.0.1:${await listen(server)}`,
    requests,
    leak: (password, count = 1) => void counts.set(sha1(password), count),
    fault: undefined,
    isLowerCase: false,
    async stop() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
  return standIn
}

async function readRequest(incoming: IncomingMessage): Promise<PwnedRequest> {
  const { method = '', url: path = '', headers } = incoming
  return { method, path, headers, body: await text(incoming) }
}

/** Returns the lines of a reply, in the order of their hashes. */
function listRange(counts: ReadonlyMap<string, number>, prefix: string, isPadded: boolean): string[] {
  const others = Array.from({ length: OTHERS }, (_, nth) => `${sha1(prefix + nth).slice(5)}:${nth + 1}`)
  const padding = Array.from({ length: PADDING }, (_, nth) => `${sha1(`0${prefix}${nth}`).slice(5)}:0`)
  const leaked = [...counts].flatMap(([hash, count]) =>
    hash.startsWith(prefix) && (count > 0 || isPadded) ? [`${hash.slice(5)}:${count}`] : [],
  )
  return [...leaked, ...others, ...(isPadded ? padding : [])].toSorted()
}

const FAULTS: Record<PwnedFault, (outgoing: ServerResponse) => unknown> = {
  down: (outgoing) => outgoing.destroy(),
  silent: () => {},
  slow: drip,
  refusing: (outgoing) => outgoing.writeHead(503).end(`${'0'.repeat(35)}:1`),
  elsewhere: (outgoing) => outgoing.writeHead(302, { location: '/elsewhere' }).end(),
  nonsense: (outgoing) => outgoing.end('<!doctype html><title>Welcome to the hotel’s network</title>'),
  empty: (outgoing) => outgoing.end(),
  huge: flood,
}

/** Begins at once and goes on without an end. */
async function drip(outgoing: ServerResponse): Promise<void> {
  for (let nth = 0; !outgoing.destroyed; nth += 1) {
    outgoing.write(`${sha1(String(nth)).slice(5)}:1\r\n`)
    await pause(20)
  }
}

/** A list of 16 MB. */
function flood(outgoing: ServerResponse): void {
  outgoing.end(`${sha1('flood').slice(5)}:1\r\n`.repeat(400_000))
}
