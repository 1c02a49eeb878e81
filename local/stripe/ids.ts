import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const letters = (count: number) =>
  Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** The id of what may be given by its id or as a whole. */
export const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

export const newId = (prefix: string) => `${prefix}_${letters(24)}`

export const newClientSecret = (intentId: string) => `${intentId}_secret_${letters(25)}`
