import { createHash } from 'node:crypto'
import type { Random } from '#server/clients/services.ts'

/** A pseudo-random number generator: the same seed gives the same sequence. */
export interface Prng extends Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** Returns a whole number, both ends included. */
  between(min: number, max: number): number
  /** Returns true with this probability. */
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Returns one of the names, each as often as its weight says. */
  pickWeighted<Name extends string>(weights: Record<Name, number>): Name
}

/** https://github.com/bryc/code/blob/master/jshash/PRNGs.md#sfc32, public domain */
export function createPrng(...seed: (string | number)[]): Prng {
  const hash = createHash('sha256').update(seed.join(' ')).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => hash.readInt32LE(at)) as [number, number, number, number]

  function next(): number {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }

  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => between(0, 255))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => items[between(0, items.length - 1)]!,
    pickWeighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0]!)[0]
    },
    bytes,
    uuid() {
      const hex = Buffer.from(bytes(16)).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
