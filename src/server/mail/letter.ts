import { clinic } from '#content/clinic'
import { markup, Markup, trusted } from './markup.ts'
import { letterStyle } from './letter-style.ts'

/** What a template makes: one mail in both of its forms. */
export interface RenderedLetter {
  subject: string
  html: string
  text: string
}

export interface LetterParts {
  subject: string
  /** The line a mail program shows beside the subject. */
  preview: string
  blocks: Markup[]
  footnote: string
  siteUrl: string
}

const attributes = new Markup('role="presentation" cellpadding="0" cellspacing="0" border="0"')

export const gap = (height: number) =>
  markup`<tr>
    <td class="gap" height="${height}">&nbsp;</td>
  </tr>`

/** A part of the letter between its margins; rows are `<tr>` elements. */
export const block = (...rows: Markup[]) =>
  markup`<tr>
    <td class="pad">
      <table ${attributes} width="100%">
        ${rows}
      </table>
    </td>
  </tr>`

/** The one card of a letter. */
export const card = (...rows: Markup[]) =>
  block(
    gap(28),
    markup`<tr>
      <td class="card" bgcolor="#fcfaf4">
        <table ${attributes} width="100%">
          <tr>
            <td class="in">
              <table ${attributes} width="100%">
                ${rows}
              </table>
            </td>
          </tr>
        </table>
      </td>
    </tr>`,
  )

/** The letter's title and first sentence. */
export const opening = (title: string, sentence: string) =>
  block(
    gap(40),
    markup`<tr>
      <td><h1 class="h1">${title}</h1></td>
    </tr>`,
    gap(14),
    markup`<tr>
      <td class="t">${sentence}</td>
    </tr>`,
  )

// Level lines that draw apart, and the point: the brand's picture in table rows, since mail shows no other safely.
const LINES_ABOVE = [2, 3, 4, 5, 7]
const LINES_BELOW = [7, 11, 14]
const line = markup`<tr>
  <td class="line" height="1" bgcolor="#022f2d">&nbsp;</td>
</tr>`
const point = markup`<tr>
  <td>
    <table ${attributes}>
      <tr>
        <td width="40" class="gap" height="13">&nbsp;</td>
        <td class="point" width="13" height="13" bgcolor="#b4552d">&nbsp;</td>
      </tr>
    </table>
  </td>
</tr>`
const lines = markup`<tr>
  <td>
    <table ${attributes} width="100%">
      ${LINES_ABOVE.flatMap((height) => [line, gap(height)])}${point}${LINES_BELOW.flatMap((height) => [gap(height), line])}
    </table>
  </td>
</tr>`

export function letterHtml({ subject, preview, blocks, footnote, siteUrl }: LetterParts): string {
  const { name, phone, email, address } = clinic
  const place = trusted(
    `${name}, ${address.street}, ${address.city} ${address.postcode.replace(' ', '\u00a0')}`,
  )
  return markup`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${letterStyle}
        </style>
      </head>
      <body bgcolor="#f7f2e8">
        <div class="pre">${preview}</div>
        <table ${attributes} width="100%" class="page" bgcolor="#f7f2e8">
          <tr>
            <td align="center">
              <table ${attributes} width="600" class="box">
                <tr>
                  <td class="pad" height="72" valign="middle">
                    <a class="name" href="${trusted(siteUrl)}">${trusted(name)}</a>
                  </td>
                </tr>
                ${lines} ${blocks}
                <tr>
                  <td class="foot" bgcolor="#022f2d">
                    <table ${attributes} width="100%">
                      ${block(
                        gap(28),
                        markup`<tr>
                          <td class="f1">
                            ${place}<br><a href="tel:${trusted(phone.tel)}">${trusted(phone.display)}</a>
                            &nbsp; <a href="mailto:${trusted(email)}">${trusted(email)}</a>
                          </td>
                        </tr>`,
                        gap(14),
                        markup`<tr>
                          <td class="f2">${footnote}</td>
                        </tr>`,
                        gap(30),
                      )}
                    </table>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text.replace(/\n\s+/g, '\n')
}

/** The same letter for a plain-text reader: paragraphs with an empty line between them. */
export function letterText(paragraphs: readonly string[], footnote: string): string {
  const { name, phone, email, address } = clinic
  const place = `${name}, ${address.street}, ${address.city} ${address.postcode}\n${phone.display} · ${email}`
  return [...paragraphs, '--\n' + place, footnote].join('\n\n') + '\n'
}
