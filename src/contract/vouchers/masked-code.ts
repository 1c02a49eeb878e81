import { normalizeToken } from '#contract/base/text.ts'
import { isGeneratedCode, readPrintedCode } from '#contract/vouchers/voucher-code.ts'

/** Signs that stand for characters. The last two are what an older program makes of the others. */
const SIGN = '[*∗⁎✱•●·∙⋅・◦○◉⚫■□▪▫◼◾█▓▒░×✕✖⋯?\ufffd]'
const VISIBLE = String.raw`[\p{L}\p{N}]`
const BEFORE = `(?<!${VISIBLE})`
const AFTER = `(?!${VISIBLE})`

const MASKS = [
  // ****1234, *1234, 1234****5678. One between two groups separates them: GV·0042.
  `^${SIGN}`,
  `${SIGN}{2}.*${VISIBLE}|${SIGN}{3}`,
  // A character that nobody could read: GV?042.
  String.raw`[?\ufffd](?=${VISIBLE})`,
  // …12E4 and GV-00… One full stop, or two, are no mask within a code.
  String.raw`^\.{2}|\.{3}`,
  // ####1234. One is the sign of a number: GC#0042.
  '#{3}',
  '^[-_~=]{3}',
  // XXXX1234 and GC-XXX-1234, but neither FOXXX-1 nor XXXL-4421 and XXXV-2026, a size and a Roman number.
  'X{4}',
  `${BEFORE}XXX(?![ILV])`,
  // X-X-X-1234
  `${BEFORE}(?:X+[ -]){2,}X*${AFTER}|${BEFORE}(?:XX[ -])+XX${AFTER}`,
  // Ends in 1234; last four: 1234.
  String.raw`\bend(?:s|ing) (?:in |with )?${VISIBLE}|\blast (?:four|4)\b`,
].map((mask) => new RegExp(mask, 'iu'))

/** Spaces and hyphens between two signs, and quotation marks and brackets before the first. */
const BETWEEN = new RegExp(`(?<=${SIGN}|#)[ -]+(?=${SIGN}|#)|^["'‘’“”([{<]+`, 'gu')

/** What bold letters are pasted with: **AB12**. A scanner reads *AB12*. */
const BOLD = /^(\*+)([^*]+)\1$/

/** Nearly all codes, for speed. */
const WHOLE = /^(?!.*(?:xx|x[ -]x|\bend|\blast))[a-z\d]+(?:[ /-][a-z\d]+)*$/i

/** Returns whether other signs stand for characters of a code, so that it is only a part of one. */
export function isMaskedCode(text: string): boolean {
  if (WHOLE.test(text)) return false
  const code = normalizeToken(text).replace(BETWEEN, '').replace(BOLD, '$2')
  if (isGeneratedCode(readPrintedCode(code)) && !/X{4}/i.test(code)) return false
  return MASKS.some((mask) => mask.test(code))
}
