import { controlPage } from './control-page.ts'
import type { MailControl } from './faults.ts'
import { html, htmlPage } from './html.ts'
import type { LocalMail } from './local-mail.ts'
import type { Mailbox } from './mailbox.ts'

interface Outbox {
  mailbox: Mailbox
  control: MailControl
}

export type Page = Promise<Response> | Response | undefined

const HOME = '/__local/mail'

/** The outbox for people, and the same as JSON for programs. Undefined for a path that is not below `/__local/mail`. */
export function mailPage(request: Request, { mailbox, control }: Outbox): Page {
  const { pathname } = new URL(request.url)
  if (pathname !== HOME && !pathname.startsWith(`${HOME}/`)) return undefined
  if (request.method === 'POST') return controlPage(request, control)
  const [id, part, index] = pathname.slice(HOME.length + 1).split('/')
  if (!id) return wantsJson(request) ? Response.json(mailbox.list()) : listPage(mailbox.list())
  const mail = mailbox.find(id)
  if (!mail) return new Response('There is no such mail', { status: 404 })
  if (part === 'html') return htmlBody(mail)
  if (part === 'attachments') return attachment(mail, Number(index))
  return wantsJson(request) ? Response.json(mail) : mailPageOf(mail)
}

function wantsJson(request: Request): boolean {
  return request.headers.get('accept')?.includes('application/json') ?? false
}

function listPage(mails: LocalMail[]): Response {
  if (mails.length === 0) return htmlPage('Outbox', html`<p>No mail has been sent yet.</p>`)
  const rows = mails.map(
    (mail) =>
      html`<tr>
        <td>${mail.sentAt}</td>
        <td>${mail.to}</td>
        <td><a href="${HOME}/${mail.id}">${mail.subject || '(no subject)'}</a></td>
      </tr> `,
  )
  return htmlPage(
    'Outbox',
    html`<table>
      <tr>
        <th>Sent</th>
        <th>To</th>
        <th>Subject</th>
      </tr>
      ${rows}
    </table>`,
  )
}

/** The frame runs no script and is a stranger to this origin, but a link in the mail may be followed. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

function mailPageOf(mail: LocalMail): Response {
  const attached = mail.attachments.map(
    ({ name }, index) => html`<li><a href="${HOME}/${mail.id}/attachments/${index}">${name}</a></li> `,
  )
  return htmlPage(
    mail.subject,
    html`<p><a href="${HOME}">Outbox</a></p>
      <p>From ${mail.from} to ${mail.to}, answers to ${mail.replyTo || mail.from}, ${mail.sentAt}</p>
      <ul>
        ${attached}
      </ul>
      <iframe title="HTML" sandbox="${SANDBOX}" src="${HOME}/${mail.id}/html"></iframe>
      <h2>Text</h2>
      <pre>${mail.text}</pre>`,
  )
}

function htmlBody(mail: LocalMail): Response {
  const shown = mail.attachments.reduce(
    (body, { contentId }, index) =>
      contentId ? body.replaceAll(`cid:${contentId}`, `${HOME}/${mail.id}/attachments/${index}`) : body,
    mail.html,
  )
  return new Response(`<base target="_blank">${shown}`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `sandbox ${SANDBOX}; default-src 'none'; img-src * data:; style-src 'unsafe-inline'`,
    },
  })
}

function attachment(mail: LocalMail, index: number): Response {
  const attached = mail.attachments[index]
  if (!attached) return new Response('There is no such attachment', { status: 404 })
  return new Response(Buffer.from(attached.content, 'base64'), {
    headers: {
      'content-type': attached.contentType,
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(attached.name)}`,
      'content-security-policy': 'sandbox',
    },
  })
}
