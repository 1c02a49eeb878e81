import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '#contract/auth/second-factor.ts'
import { CODE_ALPHABET } from '#contract/vouchers/voucher-code.ts'
import { hashSecret } from '#server/auth/secret-tokens.ts'
import type { Random } from '#server/clients/services.ts'

/** A code has 120 random bits, so that a fast hash is enough. */
export const hashRecoveryCode = (code: string) => hashSecret(code)

/** Returns new codes: to show, and to store. */
export function createRecoveryCodes(random: Random): { shown: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(
      random.bytes(RECOVERY_CODE_LENGTH),
      (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]!,
    ).join(''),
  )
  return {
    shown: codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-')),
    hashes: codes.map(hashRecoveryCode),
  }
}
