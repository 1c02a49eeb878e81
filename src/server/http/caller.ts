import { createHmac } from 'node:crypto'
import type { Context } from '@netlify/functions'
import { env } from '../env.ts'
import { afterwards } from './answer.ts'

/** What a handler may know of whoever calls. */
export interface Caller {
  /** Keyed hash of the address, to count calls by; the address itself is kept nowhere. */
  addressKey: string
  /** Goes on after the answer has left. */
  waitUntil(work: Promise<unknown>): void
}

/** An IPv6 line has 2^64 addresses of its own, so it counts as one. */
function network(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array<string>(8 - groups.length - last.length).fill('0') : []
  return [...groups, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

export function callerOf(context: Context): Caller {
  return {
    get addressKey() {
      return createHmac('sha256', env('ADDRESS_KEY')).update(network(context.ip)).digest('base64url')
    },
    waitUntil: (work) => afterwards(context, work),
  }
}
