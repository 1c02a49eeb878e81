interface Piece {
  text: string
  href?: string
}

/** Splits "See [the policy](/x)." into plain text and links. */
export function splitLinks(text: string): Piece[] {
  return text.split(/(\[[^\]]+\]\([^)\s]+\))/).flatMap((part) => {
    const [, label, href] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? []
    if (label && href) return { text: label, href }
    return part ? { text: part } : []
  })
}
