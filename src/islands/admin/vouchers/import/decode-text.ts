/** Byte order marks. */
const MARKS: readonly [encoding: string, ...mark: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** What Excel writes as CSV: in Western Europe; much more seldom in Central Europe and on a Mac. */
const SINGLE_BYTE = ['windows-1252', 'windows-1250', 'macintosh']

/** Decodes the bytes of a text. Without a byte order mark, takes the encoding whose letters look most like names. */
export function decodeText(bytes: Uint8Array): string {
  const [marked] = MARKS.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  const encoding = marked ?? findUtf16(bytes)
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const [usual, ...others] = SINGLE_BYTE.map((label) => {
      const text = new TextDecoder(label).decode(bytes)
      return { text, oddities: countOddities(text) }
    })
    // One name may be odd.
    const [likeliest] = others.toSorted((one, other) => one.oddities - other.oddities)
    return likeliest!.oddities + 1 < usual!.oddities ? likeliest!.text : usual!.text
  }
}

/** Digits and commas have a zero as their upper byte, which no text in another encoding has. */
function findUtf16(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0]
  bytes.forEach((byte, at) => byte === 0 && (zeros[at % 2]! += 1))
  const [even = 0, odd = 0] = zeros
  if (even + odd < bytes.length / 8) return undefined
  if (odd > even * 4) return 'utf-16le'
  return even > odd * 4 ? 'utf-16be' : undefined
}

const LETTER = String.raw`[\p{Lu}\p{Ll}]`
/** A letter that is not one of A to Z. */
const OTHER = String.raw`(?=\P{ASCII})`

const VOWEL = '[aeiouyáéíóúý]'
const CONSONANT = '[b-df-hj-np-tvwxzB-DF-HJ-NP-TVWXZ]'

/** What names, amounts and sentences hardly ever have, with its weight. */
const ODDITIES: readonly (readonly [weight: number, pattern: RegExp])[] = (
  [
    // Control characters, and symbols of programs, of mathematics and of far countries.
    [3, String.raw`[\x80-\x9f\ufffd\p{Co}ƒ∂∑∏π∫Ω√≈∆◊∞±≤≥µ¥¬¦¤¸¨ˆ˜˘˙˚˝˛ˇ¯ªº‡†]`],
    // RenŽ, MŸller, OÕBrien, ZOè
    [2, String.raw`(?<=\p{Ll})${OTHER}\p{Lu}|(?<=\p{Lu})${OTHER}\p{Lu}(?=\p{Lu}?\p{Ll})`],
    [2, String.raw`(?<=\p{Lu}\p{Lu})${OTHER}(?!ß)\p{Ll}|${OTHER}\p{Ll}(?=\p{Lu})`],
    // Ä20, É12E4
    [2, String.raw`${OTHER}${LETTER}(?=\d)|(?<=\d)${OTHER}${LETTER}`],
    // Zo‘, Pawe³, M·ire; £ukasz, ¿aneta, …mile; Mu–oz
    [2, String.raw`(?<=${LETTER})${OTHER}[^\p{Lu}\p{Ll}\p{M}\s’–—”…™®£€»·]|(?<=[^\P{L}l])·`],
    [2, String.raw`[£€¼½¾™®¿¡](?=${LETTER})|…(?=\p{Ll})|(?<=\p{Ll})[–—”](?=\p{Ll})`],
    // Mar’a and N’ Bhriain, but neither Rose’s, James’ nor D’angelo
    [2, String.raw`(?<=${LETTER}\p{Ll})’(?!(?:s|t|d|m|ll|re|ve)(?!\p{L}))(?=\p{Ll})`],
    [1.5, String.raw`(?<=${LETTER})(?<!s)’(?= )`],
    // Duöan, Jiøí, Wiœniewska, Mšller
    [1.5, `(?<=${VOWEL})(?:[äöüûúùåõø](?=${VOWEL})|œ)`],
    [1.5, `(?<=${CONSONANT})[šžœśźżńçñþ](?=${CONSONANT})`],
    // A cell begins with çngel.
    [1, String.raw`(?<=^|[,;\t"])${OTHER}\p{Ll}`],
    [1, '[šžœŸŠŽŒ]'],
  ] as const
).map(([weight, pattern]) => [weight, new RegExp(pattern, 'gmu')])

const countOddities = (text: string): number =>
  ODDITIES.reduce((sum, [weight, pattern]) => sum + weight * (text.match(pattern)?.length ?? 0), 0)
