import { boundedBy, normalizeToken } from '#contract/base/text.ts'

/** Crockford's base 32: no I, L, O (read as 1, 1, 0) and no U. https://www.crockford.com/base32.html */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** A generated code without hyphens, with its check character. */
const GENERATED = /^[0-9A-HJKMNP-TV-Z]{16}$/

/** Formats a code for display: a 16-character code in groups of four, another custom code unchanged. */
export function formatVoucherCode(code: string): string {
  return code.length === 16 ? code.replace(/.{4}(?=.)/g, '$&-') : code
}

/** Returns the end of a code: its last quarter, at most four characters. */
export const codeEndOf = (code: string): string =>
  code.slice(code.length - Math.min(4, Math.floor(code.length / 4)))

/** What a QR code holds before the code itself. The desk also scans and pastes it. */
const LINK = /^https?:\/\/[^\s#]*#/i

/** What it is copied with: "Code: ". */
const LABEL = /^[\p{L} ]*code *: */iu

/** What follows the code in a link of an email to its holder. */
const TOKEN = /\.[\da-f-]{36}\.[\w-]{43}$/i

/** Whether a text does not leave open which code is meant. */
export const hasOneCode = (text: string): boolean => findVoucherCodes(text).length < 2

export const SEVERAL_CODES = 'There is more than one voucher code here. Please leave only one of them'

/** Returns the one generated code in a text, or else what follows a label or a link's #. */
function withoutLabel(text: string): string {
  const [code, ...others] = findVoucherCodes(text)
  if (code !== undefined && others.length === 0) return code
  return normalizeToken(text).replace(LABEL, '').replace(LINK, '').replace(TOKEN, '')
}

const GENERATED_SIGN = '[0-9A-TV-Z]'
const CANDIDATES = [
  // In the link of a voucher, whatever a keyboard or a mail gateway has made of its "#".
  `(?<=voucher(?:%(?:25)*23|.))${GENERATED_SIGN}{16}`,
  `(?<![\\p{L}\\p{N}]-?)${GENERATED_SIGN}{4}(?:[ -]${GENERATED_SIGN}{4}){3}`,
  `(?<![\\p{L}\\p{N}]-?)${GENERATED_SIGN}{16}`,
].map((candidate) => new RegExp(`(?=(${candidate})(?!-?[\\p{L}\\p{N}]))`, 'giu'))

/** A code of another system, in groups of one kind. */
const GROUPS = /^[\da-z]+(?:( +|-)[\da-z]+)(?:\1[\da-z]+)*$/i

/**
 * Returns the generated codes in any text, each once, known by their check characters: those in the link of a voucher; else
 * those in groups of four; else all. A longer code is none, even if a part of it looks like one.
 */
export function findVoucherCodes(text: string): string[] {
  if (text.length > SEARCHED_MAX) return []
  const token = normalizeToken(text)
  const isGrouped = isOneCase(token) && GROUPS.test(token)
  for (const candidate of CANDIDATES) {
    const found = [...token.matchAll(candidate)]
      .map(([, code = '']) => code)
      .filter((code) => isOneCase(code) && !(isGrouped && /\d/.test(token.replace(code, ''))))
    const codes = new Set(found.map((code) => readSimilarLetters(code.replace(/[ -]/g, '').toUpperCase())))
    const generated = [...codes].filter(isGeneratedCode)
    if (generated.length > 0) return generated
  }
  return []
}

/** Longer than a code in a rewritten link. */
const SEARCHED_MAX = 2000

/** A word before a code in groups of four may look like its first group. */
const isOneCase = (code: string) => code === code.toUpperCase() || code === code.toLowerCase()

/** Quotation marks, brackets, asterisks and full stops, which a code in a sentence or a chat is copied with. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** Returns a code as it was typed, without what copying adds to it. */
export const plainVoucherCode = boundedBy((text) => withoutLabel(text).replace(AROUND, ''))

/** Normalises input to the stored form: upper case, without spaces and hyphens of any kind. */
export const readVoucherCode = (text: string): string =>
  plainVoucherCode(text).replace(/[ -]/g, '').toUpperCase()

/** Normalises a code that may come from another system: no punctuation counts. Anything else than letters and digits stays. */
export const readPrintedCode = boundedBy((text) =>
  withoutLabel(text)
    .replace(/[\p{P}\p{S}\s]/gu, '')
    .toUpperCase(),
)

/** Most characters of a code that a search takes: more go in the body of a request, because URLs are logged. */
export const CODE_SEARCH_MAX = 9

/** Replaces I, L and O, which people confuse with 1, 1 and 0. */
export const readSimilarLetters = (code: string): string => code.replace(/[IL]/g, '1').replace(/O/g, '0')

/** Returns whether a code was generated here, by its check character; I, L and O count as 1, 1 and 0. */
export function isGeneratedCode(code: string): boolean {
  const read = readSimilarLetters(code)
  return GENERATED.test(read) && read.endsWith(checkCharacter(read.slice(0, -1)))
}

/** Returns the Luhn check character in base 32, which detects any single error and nearly any swap of neighbours. */
export function checkCharacter(body: string): string {
  const size = CODE_ALPHABET.length
  const sum = body
    .split('')
    .toReversed()
    .reduce((total, character, index) => {
      const value = CODE_ALPHABET.indexOf(character) * (index % 2 === 0 ? 2 : 1)
      return total + Math.floor(value / size) + (value % size)
    }, 0)
  return CODE_ALPHABET.charAt((size - (sum % size)) % size)
}
