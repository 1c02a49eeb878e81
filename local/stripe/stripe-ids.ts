import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

type Draw = (below: number) => number

let draw: Draw = randomInt

/** Uses this random source for all ids, so that an account is reproducible. Returns a function that ends it. */
export function drawIdsBy(own: Draw): () => void {
  draw = own
  return () => void (draw = randomInt)
}

/** The same for ids that `work` creates synchronously, where several accounts are simulated at once. */
export function drawingBy<Result>(own: Draw, work: () => Result): Result {
  const end = drawIdsBy(own)
  try {
    return work()
  } finally {
    end()
  }
}

const letters = (count: number) =>
  Array.from({ length: count }, () => ALPHABET[draw(ALPHABET.length)]).join('')

/** Returns the id of an object that may be expanded. */
export const expandableId = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

/** Like Stripe's, none begins with a letter: a search for a name finds no id. */
export const newId = (prefix: string) => `${prefix}_3${letters(23)}`

export const newClientSecret = (intentId: string) => `${intentId}_secret_${letters(25)}`
