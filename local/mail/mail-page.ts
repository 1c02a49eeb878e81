import { isBounceType } from '#local/mail/bounce-types.ts'
import { html, htmlPage } from '#local/mail/html-page.ts'
import type { LocalMail } from '#local/mail/local-mail.ts'
import type { MailControl } from '#local/mail/mail-control.ts'
import type { MailEvent } from '#local/mail/mail-events.ts'
import type { MailFault } from '#local/mail/mail-faults.ts'
import { mailFate, OUTBOX_PATH, outboxPage, pressMailButton, type Outbox } from '#local/mail/outbox-page.ts'
import { PostmarkRefusal } from '#local/mail/postmark-errors.ts'

export type MailPage = Promise<Response> | Response | undefined

/** Serves the outbox as HTML or JSON. Returns undefined for a path that is not below `/__local/mail`. */
export function mailPage(request: Request, outbox: Outbox): MailPage {
  const { mailbox } = outbox
  const { pathname, searchParams } = new URL(request.url)
  if (pathname !== OUTBOX_PATH && !pathname.startsWith(`${OUTBOX_PATH}/`)) return undefined
  const [id, part, index] = pathname.slice(OUTBOX_PATH.length + 1).split('/')
  const mail = id ? mailbox.find(id) : undefined
  if (request.method === 'POST' && (!id || mail)) return pressMailButton(request, outbox)
  if (request.method === 'POST') return controlPage(request, outbox.control, id)
  if (!id) return wantsJson(request) ? listAsJson(outbox, searchParams.get('to')) : outboxPage(outbox)
  if (!mail) return new Response('There is no such mail', { status: 404 })
  if (part === 'html') return htmlBody(mail)
  if (part === 'attachments') return attachment(mail, Number(index))
  return wantsJson(request) ? Response.json(mail) : mailPageOf(mail, outbox)
}

/** Lists the emails whose addresses contain `to`, or all. */
function listAsJson({ mailbox }: Outbox, to: string | null): Response {
  const mails = mailbox.list()
  return Response.json(to === null ? mails : mails.filter((mail) => mail.to.includes(to)))
}

function wantsJson(request: Request): boolean {
  return request.headers.get('accept')?.includes('application/json') ?? false
}

/** The frame has an opaque origin and runs no script, but links in the email can be followed. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

function mailPageOf(mail: LocalMail, outbox: Outbox): Response {
  const attached = mail.attachments.map(
    ({ name }, index) => html`<li><a href="${OUTBOX_PATH}/${mail.id}/attachments/${index}">${name}</a></li> `,
  )
  return htmlPage(
    mail.subject,
    html`<p><a href="${OUTBOX_PATH}">Outbox</a></p>
      <p>From ${mail.from} to ${mail.to}, answers to ${mail.replyTo || mail.from}, ${mail.sentAt}</p>
      <ul>
        ${attached}
      </ul>
      ${mailFate(outbox, mail)}
      <iframe title="HTML" sandbox="${SANDBOX}" src="${OUTBOX_PATH}/${mail.id}/html"></iframe>
      <h2>Text</h2>
      <pre>${mail.text}</pre>`,
  )
}

function htmlBody(mail: LocalMail): Response {
  const body = mail.attachments.reduce(
    (html, { contentId }, index) =>
      contentId
        ? html.replaceAll(`cid:${contentId}`, `${OUTBOX_PATH}/${mail.id}/attachments/${index}`)
        : html,
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

/** Lets tests in another process set faults and let things happen: `POST /__local/mail/<name>` with JSON. */
async function controlPage(request: Request, control: MailControl, name = ''): Promise<Response> {
  // A page of another site can post a form without preflight, but not JSON.
  if (request.headers.get('content-type') !== 'application/json') return new Response(null, { status: 415 })
  const call = CONTROLS[name]
  if (!call) return new Response(null, { status: 404 })
  try {
    const result: unknown = await call(control, JSON.parse((await request.text()) || '{}'))
    return result === undefined ? new Response(null, { status: 204 }) : Response.json(result)
  } catch (error) {
    if (error instanceof PostmarkRefusal) return error.response()
    throw error
  }
}

type ControlBody = MailFault & { address: string; id: string; type?: string; down: boolean }

const CONTROLS: Record<string, (control: MailControl, body: ControlBody) => unknown> = {
  fail: (control, fault) => control.fail(fault),
  refuse: (control, { address, code }) => control.refuse(address, code),
  down: (control, { down }) => control.setDown(down),
  heal: (control) => control.heal(),
  bounce(control, { id, type = 'HardBounce' }) {
    if (!isBounceType(type)) throw new PostmarkRefusal(1000)
    return posted(control, control.bounce(id, type))
  },
  deliver: (control, { id }) => posted(control, control.deliver(id)),
  complain: (control, { id }) => posted(control, control.complain(id)),
}

const posted = async (control: MailControl, event: MailEvent) => ({
  event,
  answers: await control.post(event),
})
