import { sanitizedText, type EmailText } from '#server/email/email-text.ts'
import { Markup, markup, trustedMarkup } from '#server/email/html.ts'

/** A part of an email: table rows, and the same content as plain text. */
export interface Block {
  html: Markup
  text: string
}

/** Attributes of a layout table, which screen readers do not announce. */
export const LAYOUT = new Markup('role="presentation" cellpadding="0" cellspacing="0" border="0"')

export const gap = (height: number) => markup`<tr><td class="gap" height="${height}">&nbsp;</td></tr>`

export const table = (...rows: Markup[]) => markup`<table ${LAYOUT} width="100%">${rows}</table>`

const row = (classes: string, content: Markup) =>
  markup`<tr><td class="${trustedMarkup(classes)}">${content}</td></tr>`

/** Rows with the email's side margins. */
export const padded = (...rows: Markup[]) => row('padded', table(...rows))

/** The email's title and first sentence. */
export function opening(title: EmailText, sentence: EmailText): Block {
  const heading = markup`<tr><td><h1 class="h1">${title.html}</h1></td></tr>`
  return {
    html: padded(gap(40), heading, gap(14), row('text', sentence.html)),
    text: `${title.text}\n\n${sentence.text}`,
  }
}

/** The card of an email. */
export function card(...parts: Block[]): Block {
  const inside = row('card-content', table(...parts.map(({ html }) => html)))
  const frame = markup`<tr><td class="card" bgcolor="#fcfaf4">${table(inside)}</td></tr>`
  return { html: padded(gap(28), frame), text: parts.map(({ text }) => text).join('\n') }
}

/** In a card: the amount that the email is about. */
export function figure(label: string, amount: string): Block {
  return {
    html: markup`${row('caption', trustedMarkup(label))}${row('amount', trustedMarkup(amount))}`,
    text: `${label}: ${amount}`,
  }
}

/** In a card: labels and values, separated by lines. */
export function facts(pairs: readonly (readonly [label: string, value: EmailText])[]): Block {
  const rows = pairs.map(([label, value], index) => {
    const last = trustedMarkup(index === pairs.length - 1 ? ' last' : '')
    return markup`<tr>
      <th scope="row" class="small label${last}">${trustedMarkup(label)}</th>
      <td class="text cell${last}">${value.html}</td>
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
export function section(heading: string, ...paragraphs: EmailText[]): Block {
  const rows = paragraphs.flatMap(({ html }) => [gap(8), row('text', html)])
  return {
    html: padded(gap(32), markup`<tr><td><h2 class="h2">${trustedMarkup(heading)}</h2></td></tr>`, ...rows),
    text: [heading, ...paragraphs.map(({ text }) => text)].join('\n'),
  }
}

/** A horizontal line between two blocks. */
export const rule: Block = {
  html: padded(gap(32), markup`<tr><td class="rule gap" height="1">&nbsp;</td></tr>`),
  text: '',
}

/** A visitor's message, with its author. */
export function quotation(message: string, from: string): Block {
  const quoted = sanitizedText(message)
  const paragraph = markup`<tr><td class="quotation">“${quoted.html}”</td></tr>`
  return {
    html: padded(gap(32), paragraph, gap(6), row('small', sanitizedText(from).html)),
    text: `“${quoted.text}”\n${sanitizedText(from).text}`,
  }
}

/** The button of an email; hidden in print. */
export function button(label: string, href: string): Block {
  return {
    html: padded(
      gap(22),
      markup`<tr class="screen"><td>
        <table ${LAYOUT}><tr>
          <td class="button" bgcolor="#084b47"><a class="button-link" href="${trustedMarkup(href)}">${trustedMarkup(label)}</a></td>
        </tr></table>
      </td></tr>`,
    ),
    text: `${label}: ${href}`,
  }
}

/** Opens an item in the portal. */
export const portalButton = (
  label: string,
  { siteUrl, tab, id }: { siteUrl: string; tab: 'requests' | 'orders' | 'vouchers'; id: string },
): Block => button(label, portalUrl(siteUrl, tab, id))

export const portalUrl = (siteUrl: string, tab: string, id: string) =>
  `${siteUrl}/admin/dashboard#${tab}/${id}`

/** Short texts in two columns, separated by lines. */
export function columns(title: string, items: readonly string[]): Block {
  const middle = Math.ceil(items.length / 2)
  const rows = items.slice(0, middle).map((item, index) => {
    const classes = trustedMarkup(`text half${index === middle - 1 ? ' last' : ''}`)
    const beside = items[middle + index] ?? ''
    return markup`<tr><td class="${classes}">${trustedMarkup(item)}</td><td class="${classes}">${trustedMarkup(beside)}</td></tr>`
  })
  return {
    html: padded(
      gap(32),
      row('small', trustedMarkup(title)),
      gap(10),
      markup`<tr><td>${table(...rows)}</td></tr>`,
    ),
    text: `${title}\n${items.map((item) => `- ${item}`).join('\n')}`,
  }
}
