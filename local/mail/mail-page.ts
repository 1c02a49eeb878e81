import { html, htmlPage } from '#local/mail/html-page.ts'
import type { LocalMail } from '#local/mail/local-mail.ts'
import type { MailControl, MailFault } from '#local/mail/mail-faults.ts'
import type { Mailbox } from '#local/mail/mailbox.ts'

interface Outbox {
  mailbox: Mailbox
  control: MailControl
}

export type MailPage = Promise<Response> | Response | undefined

const HOME = '/__local/mail'

/** Serves the outbox as HTML or JSON. Returns undefined for a path that is not below `/__local/mail`. */
export function mailPage(request: Request, { mailbox, control }: Outbox): MailPage {
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

/** The frame has an opaque origin and runs no script, but links in the email can be followed. */
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
  const body = mail.attachments.reduce(
    (html, { contentId }, index) =>
      contentId ? html.replaceAll(`cid:${contentId}`, `${HOME}/${mail.id}/attachments/${index}`) : html,
    mail.html,
  )
  return new Response(`<base target="_blank">${body}`, {
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

/** Sets faults for tests in another process: `POST /__local/mail/fail`, `/refuse` and `/heal`. */
async function controlPage(request: Request, control: MailControl): Promise<Response> {
  // A page of another site can post a form without preflight, but not JSON.
  if (request.headers.get('content-type') !== 'application/json') return new Response(null, { status: 415 })
  const { pathname } = new URL(request.url)
  if (pathname === '/__local/mail/fail') control.fail(await readFault(request))
  else if (pathname === '/__local/mail/refuse') await refuse(request, control)
  else if (pathname === '/__local/mail/heal') control.heal()
  else return new Response(null, { status: 404 })
  return new Response(null, { status: 204 })
}

async function readFault(request: Request): Promise<MailFault> {
  return await request.json()
}

async function refuse(request: Request, control: MailControl): Promise<void> {
  const body: { address: string; code?: number } = await request.json()
  control.refuse(body.address, body.code)
}
