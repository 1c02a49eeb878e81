/** Amounts, payment references, ends of codes, email addresses, numbers of purchases and telephone numbers. */
const EXACT = [
  String.raw`-?£[\d,]+(?:\.\d\d)?`,
  String.raw`pi_\w+`,
  String.raw`…[a-z\d]{2,4}(?!\w)`,
  String.raw`[^\s@]+@[^\s@]+\.[a-z\d-]+`,
  String.raw`(?:Order|Voucher purchase) \d+`,
  String.raw`(?:\+44|\b0\d)[\d ]{7,}\d`,
]

const escape = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Splits a text. Every second part, of the facts above and the given names, is to be left out of a translation. */
export function splitExact(text: string, names: readonly (string | null | undefined)[] = []): string[] {
  const named = names.flatMap((name) => (name ? `(?<![\\p{L}\\p{N}])${escape(name)}(?![\\p{L}\\p{N}])` : []))
  return text.split(new RegExp(`(${[...named, ...EXACT].join('|')})`, 'iu'))
}
