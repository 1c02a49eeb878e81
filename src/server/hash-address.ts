import { createHmac } from 'node:crypto'
import { env } from '#server/env.ts'

const MAPPED_IPV4 = 0xffff

/**
 * Returns the keyed hash of a caller's network: an IPv4 address, or the /56 of an IPv6 address, which is the least that
 * a line at home gets. An IPv6 one ends with the hash of its /48 (`blockOf`), which some lines get.
 */
export function hashAddress(address: string): string {
  if (!address.includes(':')) return hash(address)
  const [a, b, c, d, e, f, g, h] = groupsOf(address)
  if (!a && !b && !c && !d && !e && f === MAPPED_IPV4)
    return hash([g >> 8, g & 0xff, h >> 8, h & 0xff].join('.'))
  return [
    [a, b, c, d >> 8],
    [a, b, c],
  ]
    .map((network) => hash(network.join(':')))
    .join('/')
}

/** Returns the hash of the /48 that a hashed IPv6 address is in; undefined for IPv4. */
export const blockOf = (addressKey: string): string | undefined => addressKey.split('/')[1]

const hash = (network: string) => createHmac('sha256', env('ADDRESS_KEY')).update(network).digest('base64url')

type Groups = [number, number, number, number, number, number, number, number]

/** Returns the eight groups of an IPv6 address; what is malformed counts as 0. */
function groupsOf(address: string): Groups {
  const [head = '', tail = ''] = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, ipv4ToGroups).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16) || 0) as Groups
}

const ipv4ToGroups = (_: string, ...parts: string[]) => {
  const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number)
  return [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16)).join(':')
}
