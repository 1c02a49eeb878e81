import { findClaims } from '#contract/website/claims.ts'

/** Returns a hint for a text that visitors read: words that advertising rules may not allow, and why; '' if there are none. */
export function claimsHint(text: string): string {
  const hints = findClaims(text).map(
    ({ words, rule: { says, source } }) => `Advertising rules may not allow “${words}”. ${says} (${source})`,
  )
  return hints.length === 0 ? '' : `${hints.join(' ')} You can still save this.`
}
