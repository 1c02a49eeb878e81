import { emailColors } from '#server/email/email-colors.ts'
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

/** Between two parts of a card. */
const divider = markup`${gap(14)}<tr><td class="rule gap" height="11">&nbsp;</td></tr>`

/** The card of an email. A line separates its parts. */
export function card(...parts: Block[]): Block {
  const rows = parts.flatMap(({ html }, index) => (index === 0 ? [html] : [divider, html]))
  const inside = row('card-content', table(...rows))
  const frame = markup`<tr><td class="card" bgcolor="${trustedMarkup(emailColors.light.sheet)}">${table(inside)}</td></tr>`
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
    const end = index === 0 ? ' first' : ''
    const ends = trustedMarkup(index === pairs.length - 1 ? `${end} final` : end)
    return markup`<tr>
      <th scope="row" class="small label${ends}">${trustedMarkup(label)}</th>
      <td class="text cell${ends}">${value.html}</td>
    </tr>`
  })
  return {
    html: markup`<tr><td>
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

/** A section that is read when it is needed, such as the law: smaller, and whole. */
export function smallPrint(heading: string, ...paragraphs: EmailText[]): Block {
  const rows = paragraphs.flatMap(({ html }) => [gap(6), row('caption', html)])
  return {
    html: padded(
      gap(24),
      markup`<tr><td><h2 class="small-heading">${trustedMarkup(heading)}</h2></td></tr>`,
      ...rows,
    ),
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
          <td class="button" bgcolor="${trustedMarkup(emailColors.light.sea)}"><a class="button-link" href="${trustedMarkup(href)}">${trustedMarkup(label)}</a></td>
        </tr></table>
      </td></tr>`,
    ),
    text: `${label}: ${href}`,
  }
}

const COPY = 'If the page asks for your link, please copy this one.'

/** A button whose address holds a token after `#`, which some mail systems cut: it also stands there to be copied. */
export function privateButton(label: string, href: string): Block {
  const { html, text } = button(label, href)
  const toCopy = padded(
    gap(10),
    markup`<tr class="screen"><td class="caption">${trustedMarkup(COPY)}<br>${trustedMarkup(href)}</td></tr>`,
  )
  return {
    html: markup`${html}${toCopy}`,
    text: `${text}\n${COPY}`,
  }
}

/** Opens an item in the portal. */
export const portalButton = (
  label: string,
  { siteUrl, tab, id }: { siteUrl: string; tab: 'requests' | 'orders' | 'vouchers'; id: string },
): Block => button(label, portalUrl(siteUrl, tab, id))

export const portalUrl = (siteUrl: string, tab: string, id: string) =>
  `${siteUrl}/admin/dashboard#${tab}/${id}`

/** Short texts in two columns, separated by lines; in one column on a phone. */
export function columns(title: string, items: readonly string[]): Block {
  const rows = Array.from({ length: Math.ceil(items.length / 2) }, (_, index) => {
    const [left = '', right] = items.slice(2 * index, 2 * index + 2)
    const last = 2 * index + 2 >= items.length ? ' last' : ''
    if (right === undefined)
      return markup`<tr><td colspan="2" class="${trustedMarkup(`text half${last}`)}">${trustedMarkup(left)}</td></tr>`
    const classes = trustedMarkup(`text half half-left${last} stacked stacked-above`)
    const beside = trustedMarkup(`text half${last} stacked`)
    return markup`<tr><td class="${classes}">${trustedMarkup(left)}</td><td class="${beside}">${trustedMarkup(right)}</td></tr>`
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

/** A heading, and short values beside their labels, on a phone, too. */
export function timetable(
  heading: string,
  pairs: readonly (readonly [label: string, value: string])[],
): Block {
  const rows = pairs.map(([label, value], index) => {
    const last = trustedMarkup(index === pairs.length - 1 ? ' last' : '')
    return markup`<tr>
      <th scope="row" class="small half half-left${last}">${trustedMarkup(label)}</th>
      <td class="text half${last}">${trustedMarkup(value)}</td>
    </tr>`
  })
  return {
    html: padded(
      gap(32),
      markup`<tr><td><h2 class="h2">${trustedMarkup(heading)}</h2></td></tr>`,
      gap(8),
      markup`<tr><td><table cellpadding="0" cellspacing="0" border="0" width="100%">${rows}</table></td></tr>`,
    ),
    text: [heading, ...pairs.map(([label, value]) => `${label}: ${value}`)].join('\n'),
  }
}
