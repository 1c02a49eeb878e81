import { checkCharacter, CODE_ALPHABET } from '#contract/voucher-code'
import type { Random } from '../clients/random.ts'

const RANDOM_CHARACTERS = 15

/** 75 random bits and a check character, canonical: 16 characters without hyphens. */
export function generateCode(random: Random): string {
  // 256 is a multiple of 32, so every character is as likely as any other.
  const body = Array.from(random.bytes(RANDOM_CHARACTERS), (byte) =>
    CODE_ALPHABET.charAt(byte % CODE_ALPHABET.length),
  ).join('')
  return body + checkCharacter(body)
}
