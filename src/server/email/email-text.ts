import { Markup, markup, trustedMarkup } from '#server/email/html.ts'
import { isolateDirection, sanitize } from '#server/email/sanitize.ts'

/** A text in both formats of an email, so that neither lacks a fact. */
export interface EmailText {
  html: Markup
  text: string
}

/** User input, possibly several lines. <bdi> keeps right-to-left text from reordering what surrounds it. */
export function sanitizedText(text: string): EmailText {
  const lines = text.split('\n')
  return {
    html: new Markup(lines.map((line) => markup`<bdi>${line}</bdi>`.text).join('<br>')),
    text: lines.map((line) => isolateDirection(sanitize(line))).join('\n'),
  }
}

const ADDRESS = /^[^\s@<>"'/:]+@[^\s@<>"'/:]+$/

/** An email address that somebody typed. It can be copied: it has no invisible characters, and may become a link. */
export const addressText = (address: string): EmailText =>
  ADDRESS.test(address) ? trustedText(address) : sanitizedText(address)

/** Our own text, amounts and dates. Never user input. */
export function trustedText(text: string): EmailText {
  return { html: trustedMarkup(text), text }
}

/** Template tag for our own text. Strings put into it are sanitized, unless they are `EmailText` already. */
export function sentence(
  strings: TemplateStringsArray,
  ...parts: readonly (string | EmailText)[]
): EmailText {
  const texts = parts.map((part) => (typeof part === 'string' ? sanitizedText(part) : part))
  return {
    html: new Markup(
      strings.map((string, at) => trustedMarkup(string).text + (texts[at]?.html.text ?? '')).join(''),
    ),
    text: strings.map((string, at) => string + (texts[at]?.text ?? '')).join(''),
  }
}

/** " from Jane Hopkins", or nothing of a name that was erased. */
export const withName = (word: 'for' | 'from' | 'to', name: string | EmailText): EmailText =>
  name === '' ? trustedText('') : sentence` ${trustedText(word)} ${name}`

export function link(text: string, href: string): EmailText {
  return {
    html: markup`<a class="link" href="${trustedMarkup(href)}">${trustedMarkup(text)}</a>`,
    text: `${text}: ${href}`,
  }
}
