import type { Random } from '../services/random.ts'

// Crockford's base 32: no I, L, O (read as 1, 1, 0) and no U. https://www.crockford.com/base32.html
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_CHARACTERS = 15

/** 75 random bits and a check character, canonical: 16 characters without hyphens. */
export function generateCode(random: Random): string {
  // 256 is a multiple of 32, so every character is as likely as any other.
  const body = Array.from(random.bytes(RANDOM_CHARACTERS), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  ).join('')
  return body + checkCharacter(body)
}

/** Luhn's check over base 32: finds every single wrong character and nearly every swap of neighbours. */
function checkCharacter(body: string): string {
  const size = ALPHABET.length
  const sum = body
    .split('')
    .toReversed()
    .reduce((total, character, index) => {
      const value = ALPHABET.indexOf(character) * (index % 2 === 0 ? 2 : 1)
      return total + Math.floor(value / size) + (value % size)
    }, 0)
  return ALPHABET.charAt((size - (sum % size)) % size)
}
