import { signal } from '@preact/signals-react'
import { findVoucherEndpoint, type AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import {
  CODE_ALPHABET,
  CODE_SEARCH_MAX,
  hasOneCode,
  isGeneratedCode,
  plainVoucherCode,
  readPrintedCode,
  SEVERAL_CODES,
} from '#contract/vouchers/voucher-code.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { ApiError, fieldErrorsOf } from '#lib/api.ts'

/** Why the last text that was looked up as a code found nothing: mistyped, several codes, or a code that was replaced. */
export const refusedCode = signal<{ text: string; sentence: string } | undefined>(undefined)

/**
 * Looks up a search text that looks like a voucher code in the body of a request, because a query string would be stored
 * in logs. Returns what it finds, or undefined if the text is to be searched for like a name.
 */
export async function searchByCode(text: string): Promise<AdminVoucher[] | undefined> {
  if (!hasOneCode(text)) {
    refusedCode.value = { text, sentence: SEVERAL_CODES }
    return []
  }
  const code = codeIn(text)
  if (code === undefined) return undefined
  try {
    return [(await adminCall(findVoucherEndpoint, { code })).voucher]
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
    // With other punctuation it may be a part of an email address.
    if (!isMostlyCode(code) || !/^[0-9a-z -]+$/i.test(plainVoucherCode(text))) return undefined
    const { code: sentence } = fieldErrorsOf(error)
    refusedCode.value = sentence === undefined ? undefined : { text, sentence }
    return []
  }
}

/** A code without spaces, with the punctuation that other systems print, or in groups of four. */
const CODE_PATTERN = /^[0-9a-z#./_-]+$|^[0-9a-z]{4}([ -][0-9a-z]{4})* ?[0-9a-z]{0,4}$/i

/** Returns the search text as a code if it looks like one: at least 4 characters, with a digit or all in capitals. */
export function codeIn(text: string): string | undefined {
  const typed = plainVoucherCode(text)
  const code = readPrintedCode(typed)
  if (!CODE_PATTERN.test(typed) || !/^[0-9A-Z]{4,32}$/.test(code)) return undefined
  return /\d/.test(code) || typed === typed.toUpperCase() ? code : undefined
}

/**
 * Returns whether it is a generated code, or so much of a code that the rest could be guessed. A name in capitals has no
 * digit, and nearly always a letter that no generated code has.
 */
export const isMostlyCode = (code: string): boolean =>
  isGeneratedCode(code) ||
  (code.length > CODE_SEARCH_MAX && (/\d/.test(code) || ONLY_CODE_LETTERS.test(code)))

const ONLY_CODE_LETTERS = new RegExp(`^[${CODE_ALPHABET}]+$`)
