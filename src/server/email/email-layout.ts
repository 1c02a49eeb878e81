import { clinic } from '#content/clinic'
import { type GenericSchema, type InferOutput, parse } from 'valibot'
import type { Attachment } from '../clients/email.ts'
import { type Block, gap, LAYOUT, padded, table } from './blocks.ts'
import { inlineStyles, mediaRules } from './inline-styles.ts'
import { lines } from './lines.ts'
import { Markup, markup, trusted } from './html.ts'
import type { Words } from './email-text.ts'

/** What a template makes: one mail in both of its forms. */
export interface RenderedLetter {
  subject: string
  html: string
  text: string
  attachments: Attachment[]
  /** Where an answer goes, if not to the clinic. */
  replyTo?: string
}

interface LetterParts {
  subject: Words
  /** The line a mail program shows beside the subject. */
  preview: Words
  blocks: Block[]
  footnote: Words
  attachments?: Attachment[]
  replyTo?: string
}

export type Template = (data: unknown, siteUrl: string) => RenderedLetter

/** A template: what the outbox keeps for it, and the letter made of that. */
export function letter<Schema extends GenericSchema>(
  schema: Schema,
  write: (data: InferOutput<Schema>, siteUrl: string) => LetterParts,
): Template {
  return (data, siteUrl) => {
    const parts = write(parse(schema, data), siteUrl)
    return {
      subject: parts.subject.text,
      html: withInlineStyles(page(parts, siteUrl).text),
      text: plainText(parts),
      attachments: parts.attachments ?? [],
      ...(parts.replyTo && { replyTo: parts.replyTo }),
    }
  }
}

const { name, phone, email } = clinic
const address = `${clinic.address.street}, ${clinic.address.city} ${clinic.address.postcode.replace(' ', '\u00a0')}`

// format-detection: Apple Mail would underline days, sums and names of streets.
function page({ subject, preview, blocks, footnote }: LetterParts, siteUrl: string): Markup {
  return markup`<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
    <title>${trusted(subject.text)}</title>
    <style>:root { color-scheme: light dark; } ${new Markup(mediaRules)}</style>
  </head>
  <body class="page" bgcolor="#f7f2e8">
    <div class="pre">${preview.html}</div>
    <table ${LAYOUT} width="100%" class="page" bgcolor="#f7f2e8">
      <tr><td align="center">
        <table ${LAYOUT} width="600" class="box">
          <tr><td class="pad" height="72" valign="middle">
            <a class="name" href="${trusted(siteUrl)}">${trusted(name)}</a>
          </td></tr>
          ${lines}
          ${blocks.map(({ html }) => html)}
          ${padded(gap(44))}
          ${footer(footnote)}
        </table>
      </td></tr>
    </table>
  </body>
</html>`
}

function footer(footnote: Words): Markup {
  const reach = markup`<a class="f1" href="tel:${trusted(phone.tel)}">${trusted(phone.display)}</a> &nbsp;
    <a class="f1" href="mailto:${trusted(email)}">${trusted(email)}</a>`
  const rows = table(
    gap(28),
    markup`<tr><td class="f1">${trusted(`${name}, ${address}`)}<br>${reach}</td></tr>`,
    gap(14),
    markup`<tr><td class="f2">${footnote.html}</td></tr>`,
    gap(30),
  )
  return markup`<tr><td class="foot" bgcolor="#022f2d">${rows}</td></tr>`
}

/** Nothing typed has quotation marks left, so whatever looks like this is ours. */
function withInlineStyles(html: string): string {
  return html.replace(/ class="([\w -]+)"/g, (found, names: string) => {
    const style = names.split(' ').flatMap((name) => inlineStyles[name] ?? [])
    return style.length > 0 ? `${found} style="${style.join(' ')}"` : found
  })
}

/** For a plain-text reader: parts with an empty line between them. */
function plainText({ blocks, footnote }: LetterParts): string {
  const foot = `--\n${name}, ${address}\n${phone.display} · ${email}`
  const parts = [...blocks.map(({ text }) => text), foot, footnote.text]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
