import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

type Draw = (below: number) => number

let draw: Draw = randomInt

/** Uses this random source for ids that `work` creates synchronously, so that simulated accounts are reproducible. */
export function drawingBy<Result>(own: Draw, work: () => Result): Result {
  draw = own
  try {
    return work()
  } finally {
    draw = randomInt
  }
}

const letters = (count: number) =>
  Array.from({ length: count }, () => ALPHABET[draw(ALPHABET.length)]).join('')

/** Returns the id of an object that may be expanded. */
export const expandableId = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

export const newId = (prefix: string) => `${prefix}_${letters(24)}`

export const newClientSecret = (intentId: string) => `${intentId}_secret_${letters(25)}`
