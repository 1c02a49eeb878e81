import { Markup, markup, trusted } from './html.ts'
import { isolated, withoutLinks } from './sanitize.ts'

/** A sentence in both forms of a mail, so that no fact is in one and missing in the other. */
export interface Words {
  html: Markup
  text: string
}

/** What a stranger typed, several lines perhaps. <bdi>: words from right to left keep to themselves. */
export function typed(text: string): Words {
  const lines = text.split('\n')
  return {
    html: new Markup(lines.map((line) => markup`<bdi>${line}</bdi>`.text).join('<br>')),
    text: lines.map((line) => isolated(withoutLinks(line))).join('\n'),
  }
}

/** Our own words, amounts and days. */
export function ours(text: string): Words {
  return { html: trusted(text), text }
}

/** A sentence of ours; what is put into it counts as typed, unless it is words already. */
export function say(strings: TemplateStringsArray, ...parts: readonly (string | Words)[]): Words {
  const words = parts.map((part) => (typeof part === 'string' ? typed(part) : part))
  return {
    html: new Markup(
      strings.map((string, at) => trusted(string).text + (words[at]?.html.text ?? '')).join(''),
    ),
    text: strings.map((string, at) => string + (words[at]?.text ?? '')).join(''),
  }
}

export function link(text: string, href: string): Words {
  return {
    html: markup`<a class="link" href="${trusted(href)}">${trusted(text)}</a>`,
    text: `${text}: ${href}`,
  }
}
