import { withoutLinks } from './sanitize.ts'

/** Markup that is safe to put into other markup as it is. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | readonly Markup[]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function toText(part: Part): string {
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map((markup) => markup.text).join('')
  return typeof part === 'number' ? `${part}` : trusted(withoutLinks(part)).text
}

/** A template that takes everything put into it for something typed, except other markup. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + toText(parts[index - 1]!) + string))
}

/** For our own words and addresses, which may be links. */
export function trusted(text: string): Markup {
  return new Markup(text.replace(/[&<>"']/g, (character) => ENTITIES[character]!))
}
