import { ADVERTISING_RULES, type AdvertisingRule } from '#contract/website/advertising-rules.ts'

/** Returns the words of a text that advertising rules may not allow, each with its rule. */
export const findClaims = (text: string): { words: string; rule: AdvertisingRule }[] =>
  ADVERTISING_RULES.flatMap((rule) => {
    const words = rule.pattern.exec(text)?.[0]
    return words === undefined ? [] : [{ words, rule }]
  })

/** Returns the words of a text that stop the build if src/content has them. */
export const forbiddenClaims = (text: string): string[] =>
  findClaims(text).flatMap(({ words, rule }) => (rule.stopsBuild ? [words] : []))
