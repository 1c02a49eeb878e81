/** Characters that change the direction of the text after them, even beyond the user input. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
const RIGHT_TO_LEFT =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u
const ADDRESS_SIGNS = /[.:@/\\．：＠／。｡](?=\S)/g
const DIGITS = /\p{Nd}(?=\p{Nd})/gu

/**
 * Keeps email programs from turning user input into links: they link everything that looks like a web address, an email
 * address or a phone number. Inserts zero-width non-joiners, which are invisible and make an address invalid. Word
 * joiners would not: browsers drop them from an address (https://www.unicode.org/reports/tr46/). Also removes
 * direction controls.
 */
export function sanitize(text: string): string {
  return text.replace(DIRECTION_CONTROLS, '').replace(ADDRESS_SIGNS, '$&\u200c').replace(DIGITS, '$&\u200c')
}

/** Isolates right-to-left text, as <bdi> does in HTML, so that the rest of a plain-text line keeps its order. */
export function isolateDirection(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}
