/** Crockford's base 32: no I, L, O (read as 1, 1, 0) and no U. https://www.crockford.com/base32.html */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** A generated code without its hyphens, the check character included. */
const GENERATED = /^[0-9A-HJKMNP-TV-Z]{16}$/

/** A code as people read it: a generated one in four groups of four, one of the clinic's own is as it was chosen. */
export function formatVoucherCode(code: string): string {
  return code.length === 16 ? code.replace(/.{4}(?=.)/g, '$&-') : code
}

/** What somebody typed, as codes are kept: capitals and digits, no spaces and no hyphens of any kind. */
export function readVoucherCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\u200b-\u200d\u2212\ufeff]/gu, '')
    .toUpperCase()
}

/** Whether this is a code that we generated, with no character misread and no two of them swapped. */
export function isGeneratedCode(code: string): boolean {
  const read = code.replace(/[IL]/g, '1').replace(/O/g, '0')
  return GENERATED.test(read) && read.endsWith(checkCharacter(read.slice(0, -1)))
}

/** Luhn's check over base 32: finds every single wrong character and nearly every swap of neighbours. */
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
