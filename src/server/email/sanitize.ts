/** Turns the direction of whatever follows; nobody needs these in a name, and they could reach beyond it. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
const RIGHT_TO_LEFT =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u
const ADDRESS_SIGNS = /[.:@/\\．：＠／。｡](?=\S)/g
const DIGITS = /\p{Nd}(?=\p{Nd})/gu

/**
 * Mail programs turn whatever looks like a web address, an e-mail address or a telephone number into a link. A
 * zero-width non-joiner, which no one sees, keeps what a stranger typed from becoming one. Not a word joiner: browsers
 * leave that out of an address (https://www.unicode.org/reports/tr46/), so a link made all the same would still lead
 * there. With a non-joiner the address is invalid.
 */
export function withoutLinks(text: string): string {
  return text.replace(DIRECTIONS, '').replace(ADDRESS_SIGNS, '$&\u200c').replace(DIGITS, '$&\u200c')
}

/** For plain text, which has no <bdi>: words that run from right to left do not pull the rest of the line with them. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}
