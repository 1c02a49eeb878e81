export interface Piece {
  text: string
  href?: string
}

/** "See [the policy](/x)." in pieces: words, and words that lead somewhere. */
export function pieces(text: string): Piece[] {
  return text.split(/(\[[^\]]+\]\([^)\s]+\))/).flatMap((part) => {
    const [, words, href] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? []
    if (words && href) return { text: words, href }
    return part ? { text: part } : []
  })
}
