import { splitExact } from '#ui/split-exact.ts'

interface Piece {
  text: string
  href?: string
  /** 'no' for phone numbers, email addresses and amounts. */
  translate?: 'no' | undefined
}

/** Splits "See [the policy](/x)." into plain text and links, and what is not to be translated. */
export function splitLinks(text: string): Piece[] {
  const links = text.split(/(\[[^\]]+\]\([^)\s]+\))/)
  return links.flatMap((part) => {
    const [, label, href] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? []
    if (label && href) return { text: label, href, translate: splitExact(label)[0] === '' ? 'no' : undefined }
    return splitExact(part).flatMap((piece, index) =>
      piece === '' ? [] : { text: piece, translate: index % 2 === 1 ? 'no' : undefined },
    )
  })
}
