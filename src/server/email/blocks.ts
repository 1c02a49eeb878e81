import { Markup, markup, trusted } from './html.ts'
import { typed, type Words } from './email-text.ts'

/** A part of a letter: table rows, and the same facts as text. */
export interface Block {
  html: Markup
  text: string
}

/** A table for laying out, which no screen reader announces. */
export const LAYOUT = new Markup('role="presentation" cellpadding="0" cellspacing="0" border="0"')

export const gap = (height: number) => markup`<tr><td class="gap" height="${height}">&nbsp;</td></tr>`

export const table = (...rows: Markup[]) => markup`<table ${LAYOUT} width="100%">${rows}</table>`

const row = (look: string, content: Markup) => markup`<tr><td class="${trusted(look)}">${content}</td></tr>`

/** Rows between the letter's margins. */
export const padded = (...rows: Markup[]) => row('pad', table(...rows))

/** The letter's title and first sentence. */
export function opening(title: Words, sentence: Words): Block {
  const heading = markup`<tr><td><h1 class="h1">${title.html}</h1></td></tr>`
  return {
    html: padded(gap(40), heading, gap(14), row('t', sentence.html)),
    text: `${title.text}\n\n${sentence.text}`,
  }
}

/** The one card of a letter. */
export function card(...parts: Block[]): Block {
  const inside = row('in', table(...parts.map(({ html }) => html)))
  const ground = markup`<tr><td class="card" bgcolor="#fcfaf4">${table(inside)}</td></tr>`
  return { html: padded(gap(28), ground), text: parts.map(({ text }) => text).join('\n') }
}

/** In a card: the sum that the letter is about. */
export function figure(label: string, amount: string): Block {
  return {
    html: markup`${row('k', trusted(label))}${row('amt', trusted(amount))}`,
    text: `${label}: ${amount}`,
  }
}

/** In a card: ruled pairs of a label and what it stands for. */
export function facts(pairs: readonly (readonly [label: string, value: Words])[]): Block {
  const rows = pairs.map(([label, value], index) => {
    const last = trusted(index === pairs.length - 1 ? ' last' : '')
    return markup`<tr>
      <th scope="row" class="s label${last}">${trusted(label)}</th>
      <td class="t cell${last}">${value.html}</td>
    </tr>`
  })
  return {
    html: markup`${gap(14)}<tr><td>
      <table cellpadding="0" cellspacing="0" border="0" width="100%">${rows}</table>
    </td></tr>`,
    text: pairs.map(([label, value]) => `${label}: ${value.text}`).join('\n'),
  }
}

/** A heading with its paragraphs. */
export function section(heading: string, ...paragraphs: Words[]): Block {
  const rows = paragraphs.flatMap(({ html }) => [gap(8), row('t', html)])
  return {
    html: padded(gap(32), markup`<tr><td><h2 class="h2">${trusted(heading)}</h2></td></tr>`, ...rows),
    text: [heading, ...paragraphs.map(({ text }) => text)].join('\n'),
  }
}

/** A line between what was said and what follows. */
export const rule: Block = {
  html: padded(gap(32), markup`<tr><td class="rule gap" height="1">&nbsp;</td></tr>`),
  text: '',
}

/** What somebody wrote, in their own words. */
export function quotation(message: string, from: string): Block {
  const words = typed(message)
  const said = markup`<tr><td class="say">“${words.html}”</td></tr>`
  return {
    html: padded(gap(32), said, gap(6), row('s', typed(from).html)),
    text: `“${words.text}”\n${typed(from).text}`,
  }
}

/** The one button of a letter; on paper it would be of no use. */
export function button(label: string, href: string): Block {
  return {
    html: padded(
      gap(22),
      markup`<tr class="screen"><td>
        <table ${LAYOUT}><tr>
          <td class="btn" bgcolor="#084b47"><a class="go" href="${trusted(href)}">${trusted(label)}</a></td>
        </tr></table>
      </td></tr>`,
    ),
    text: `${label}: ${href}`,
  }
}

/** Short things in two ruled columns. */
export function columns(title: string, things: readonly string[]): Block {
  const middle = Math.ceil(things.length / 2)
  const rows = things.slice(0, middle).map((thing, index) => {
    const look = trusted(`t half${index === middle - 1 ? ' last' : ''}`)
    const beside = things[middle + index] ?? ''
    return markup`<tr><td class="${look}">${trusted(thing)}</td><td class="${look}">${trusted(beside)}</td></tr>`
  })
  return {
    html: padded(gap(32), row('s', trusted(title)), gap(10), markup`<tr><td>${table(...rows)}</td></tr>`),
    text: `${title}\n${things.map((thing) => `- ${thing}`).join('\n')}`,
  }
}
