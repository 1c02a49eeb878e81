import { createHmac } from 'node:crypto'
import { env } from '#server/env.ts'

/** Returns the keyed hash of a caller's network. */
export const hashAddress = (address: string): string =>
  createHmac('sha256', env('ADDRESS_KEY')).update(networkOf(address)).digest('base64url')

/** Returns an IPv4 address, or the /64 prefix of an IPv6 address: one connection has all 2^64 addresses in it. */
function networkOf(address: string): string {
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
