import { clinic } from '#content/clinic.ts'

interface Piece {
  text: string
  href?: string
  /** 'no' for the clinic's phone number and email address. */
  translate?: 'no' | undefined
}

const { email, phone } = clinic
const translateOf = (text: string) => (text === email || text === phone.display ? 'no' : undefined)

/** Splits "See [the policy](/x)." into plain text and links, and what is not to be translated. */
export function splitLinks(text: string): Piece[] {
  const links = text.split(/(\[[^\]]+\]\([^)\s]+\))/)
  return links.flatMap((part) => {
    const [, label, href] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? []
    if (label && href) return { text: label, href, translate: translateOf(label) }
    return splitBy(splitBy([part], email), phone.display)
      .filter((piece) => piece !== '')
      .map((piece) => ({ text: piece, translate: translateOf(piece) }))
  })
}

const splitBy = (texts: string[], word: string) =>
  texts.flatMap((text) => text.split(word).flatMap((rest, index) => (index === 0 ? [rest] : [word, rest])))
