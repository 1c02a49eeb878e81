import type { RawBuilder } from 'kysely'
import { parse, type GenericSchema, type InferInput, type InferOutput } from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import type { Attachment } from '#server/clients/email.ts'
import { gap, LAYOUT, padded, table, type Block } from '#server/email/blocks.ts'
import { emailColors } from '#server/email/email-colors.ts'
import { emailRiver } from '#server/email/email-river.ts'
import type { EmailText } from '#server/email/email-text.ts'
import { markup, Markup, trustedMarkup } from '#server/email/html.ts'
import { inlineStyles, mediaRules } from '#server/email/inline-styles.ts'

/** One email in both formats. */
export interface RenderedEmail {
  subject: string
  html: string
  text: string
  attachments: Attachment[]
  /** Default: the clinic's address. */
  replyTo?: string
  /** Where an email program may send the wish for no more such emails. */
  unsubscribe?: string
}

interface EmailParts {
  subject: EmailText
  /** The line that an email program shows beside the subject. */
  preview: EmailText
  blocks: Block[]
  footnote: EmailText
  attachments?: Attachment[]
  replyTo?: string
  unsubscribe?: string
}

/**
 * What an email says is read when it leaves (`present.at`), from what it is about (`outbox.about`). Without a row, or with an empty
 * address, it is not true any more.
 */
export interface EmailLoad<Field extends string> {
  recipient: RawBuilder<unknown>
  /** The rest is in the outbox: what only the event knows. */
  data: Record<Field, RawBuilder<unknown>>
  from: RawBuilder<unknown>
  /** Whether it may be true later: then it waits for the next hourly job. */
  waits?: RawBuilder<unknown>
}

/**
 * `Data` is the JSON that a template needs, before its schema parses it; `Loaded` names the fields that `load` reads. `today`:
 * the day (London) of writing.
 */
export interface EmailTemplate<Data, Loaded extends string = never> {
  (data: Data, siteUrl: string, today: string): RenderedEmail
  load?: EmailLoad<Loaded> | undefined
}

/** Defines a template: the schema of its data, and the email written from it. */
export function defineEmail<Schema extends GenericSchema>(
  schema: Schema,
  write: (data: InferOutput<Schema>, siteUrl: string, today: string) => EmailParts,
): EmailTemplate<InferInput<Schema>> {
  return (data, siteUrl, today) => {
    const parts = write(parse(schema, data), siteUrl, today)
    return {
      subject: parts.subject.text,
      html: withInlineStyles(page(parts, siteUrl).text),
      text: plainText(parts),
      attachments: [...(parts.attachments ?? []), RIVER],
      ...(parts.replyTo && { replyTo: parts.replyTo }),
      ...(parts.unsubscribe && { unsubscribe: parts.unsubscribe }),
    }
  }
}

/** Defines a template that reads what it says when it leaves. */
export const defineLoadedEmail = <Schema extends GenericSchema, Loaded extends string>(
  schema: Schema,
  load: EmailLoad<Loaded>,
  write: (data: InferOutput<Schema>, siteUrl: string, today: string) => EmailParts,
): EmailTemplate<InferInput<Schema>, Loaded> => Object.assign(defineEmail(schema, write), { load })

/** Nobody sees them: the characters of `sanitize`, and similar ones that a visitor typed. */
const INVISIBLE = /[\u00ad\u200b\u200c\u2060\ufeff]/g

/**
 * Defines an email to the clinic. It has no invisible characters, so that the owner can copy addresses and numbers from
 * it. Email programs may therefore link what a visitor typed.
 */
export const defineClinicEmail: typeof defineEmail = (schema, write) => {
  const render = defineEmail(schema, write)
  const visible = (text: string) => text.replace(INVISIBLE, '')
  return (data, siteUrl, today) => {
    const { subject, html, text, ...rest } = render(data, siteUrl, today)
    return { ...rest, subject: visible(subject), html: visible(html), text: visible(text) }
  }
}

const { name, phone, email } = clinic
const address = `${clinic.address.street}, ${clinic.address.city} ${clinic.address.postcode.replace(' ', '\u00a0')}`

// format-detection: Apple Mail would turn dates, amounts and addresses into links.
function page({ subject, preview, blocks, footnote }: EmailParts, siteUrl: string): Markup {
  return markup`<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
    <title>${trustedMarkup(subject.text)}</title>
    <style>:root { color-scheme: light dark; } ${new Markup(withColors(mediaRules, emailColors.dark))}</style>
  </head>
  <body class="page" bgcolor="${trustedMarkup(emailColors.light.paper)}">
    <div class="preview">${preview.html}</div>
    <table ${LAYOUT} width="100%" class="page" bgcolor="${trustedMarkup(emailColors.light.paper)}">
      <tr><td align="center">
        <table ${LAYOUT} width="600" class="container">
          <tr><td class="padded" height="72" valign="middle">
            <a class="clinic-name" href="${trustedMarkup(siteUrl)}">${trustedMarkup(name)}</a>
          </td></tr>
          ${riverRow}
          ${blocks.map(({ html }) => html)}
          ${padded(gap(44))}
          ${footer(footnote)}
        </table>
      </td></tr>
    </table>
  </body>
</html>`
}

function footer(footnote: EmailText): Markup {
  const contact = markup`<a class="footer-text" href="tel:${trustedMarkup(phone.tel)}">${trustedMarkup(phone.display)}</a> &nbsp;
    <a class="footer-text" href="mailto:${trustedMarkup(email)}">${trustedMarkup(email)}</a>`
  const rows = table(
    gap(28),
    markup`<tr><td class="footer-text">${trustedMarkup(`${name}, ${address}`)}<br>${contact}</td></tr>`,
    gap(14),
    markup`<tr><td class="footnote">${footnote.html}</td></tr>`,
    gap(30),
  )
  return markup`<tr><td class="footer" bgcolor="${trustedMarkup(emailColors.light.deep)}">${rows}</td></tr>`
}

/** User input has no quotation marks after escaping, so every match is our own attribute. */
function withInlineStyles(html: string): string {
  return html.replace(/ class="([\w -]+)"/g, (attribute, names: string) => {
    const style = names.split(' ').flatMap((name) => inlineStyles[name] ?? [])
    return style.length > 0
      ? `${attribute} style="${withColors(style.join(';'), emailColors.light)}"`
      : attribute
  })
}

/** Replaces the tokens of email-styles.css by their values. */
const withColors = (css: string, colors: Record<string, string>) =>
  css.replace(/var\(--([\w-]+)\)/g, (_, token: string) => colors[token]!)

/** Returns the plain-text format: blocks separated by empty lines. */
function plainText({ blocks, footnote }: EmailParts): string {
  const foot = `--\n${name}, ${address}\n${phone.display} · ${email}`
  const parts = [...blocks.map(({ text }) => text), foot, footnote.text]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const RIVER: Attachment = {
  name: 'river.png',
  contentType: 'image/png',
  content: emailRiver,
  contentId: 'river',
}

/** Decoration. */
const riverRow = markup`<tr><td><img class="river" src="cid:river" width="600" height="56" alt=""></td></tr>`
