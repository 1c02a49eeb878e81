import { sanitize } from '#server/email/sanitize.ts'

/** HTML that needs no escaping. */
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
  return typeof part === 'number' ? `${part}` : trustedMarkup(sanitize(part)).text
}

/** Template tag that sanitizes and escapes everything put into it, except `Markup`. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + toText(parts[index - 1]!) + string))
}

/** Escapes our own text, which may be a link. Never for user input. */
export function trustedMarkup(text: string): Markup {
  return new Markup(text.replace(/[&<>"']/g, (character) => ENTITIES[character]!))
}
