import { BOUNCE_TYPES, isBounceType } from '#local/mail/bounce-types.ts'
import { html, htmlPage, postForm, selectField, type Html } from '#local/mail/html-page.ts'
import type { LocalMail } from '#local/mail/local-mail.ts'
import type { MailControl } from '#local/mail/mail-control.ts'
import type { MailEvent } from '#local/mail/mail-events.ts'
import type { MailFaults } from '#local/mail/mail-faults.ts'
import type { Mailbox } from '#local/mail/mailbox.ts'
import { activateBounce } from '#local/mail/postmark-bounces.ts'
import { PostmarkRefusal } from '#local/mail/postmark-errors.ts'

export interface Outbox {
  mailbox: Mailbox
  faults: MailFaults
  control: MailControl
}

export const OUTBOX_PATH = '/__local/mail'
/** Emails that are listed with their buttons. Each email's own page has them, too. */
const WITH_BUTTONS_MAX = 50

/** Lists the emails, newest first, with a button for each event that may follow at Postmark. */
export function outboxPage(outbox: Outbox, alert = '', status = 200): Response {
  const mails = outbox.mailbox.list()
  const down = outbox.faults.isDown
  const body = html`<p><a href="/__local">This machine</a></p>
    ${alert ? html`<p role="alert">${alert}</p>` : ''}
    <p>Postmark is ${down ? 'down: it refuses every request' : 'up'}.</p>
    ${postForm({ control: down ? 'up' : 'down' }, html`<button>${down ? 'Bring it up' : 'Take it down'}</button>`)}
    ${mails.length === 0 ? html`<p>No mail has been sent yet.</p>` : ''}
    ${mails.slice(0, WITH_BUTTONS_MAX).map((mail) => describeMail(outbox, mail))}
    ${earlier(mails.slice(WITH_BUTTONS_MAX))}`
  return htmlPage('Outbox', body, status)
}

function describeMail(outbox: Outbox, mail: LocalMail): Html {
  return html`<article id="${mail.id}">
    <h3><a href="${OUTBOX_PATH}/${mail.id}">${mail.subject || '(no subject)'}</a></h3>
    <p>${mail.sentAt} to ${mail.to} <code>${mail.id}</code></p>
    ${mailFate(outbox, mail)}
  </article>`
}

/** Renders what happened to an email and the buttons for what may happen. */
export function mailFate({ mailbox }: Outbox, { id }: LocalMail): Html {
  const events = mailbox.events().filter(({ MessageID }) => MessageID === id)
  const canActivate = events.some((event) => event.RecordType !== 'Delivery' && mayActivate(event))
  const bounce = html`${selectField('type', 'Type', BOUNCE_TYPES)} <button>Bounce</button>`
  const button = (control: string, label: string) =>
    postForm({ control, id }, html`<button>${label}</button>`)
  return html`${events.map((event) => html`<p>${describeEvent(event)}</p>`)}
    <div>
      ${button('deliver', 'Deliver')} ${postForm({ control: 'bounce', id }, bounce)}
      ${button('complain', 'Complain')} ${canActivate ? button('activate', 'Activate') : ''}
    </div>`
}

const mayActivate = ({ Inactive, CanActivate }: { Inactive: boolean; CanActivate: boolean }) =>
  Inactive && CanActivate

function describeEvent(event: MailEvent): string {
  if (event.RecordType === 'Delivery') return `Delivered: ${event.DeliveredAt}`
  const inactive = event.Inactive ? ', the address is inactive' : ''
  const what = event.RecordType === 'Bounce' ? `Bounced, ${event.Type}` : 'Complained'
  return `${what}${inactive}: ${event.BouncedAt}`
}

function earlier(mails: LocalMail[]): Html | '' {
  if (mails.length === 0) return ''
  const rows = mails.map(
    ({ id, sentAt, to, subject }) =>
      html`<tr>
        <td>${sentAt}</td>
        <td>${to}</td>
        <td><a href="${OUTBOX_PATH}/${id}">${subject || '(no subject)'}</a></td>
      </tr> `,
  )
  return html`<h2>Earlier</h2>
    <table>
      <tr>
        <th>Sent</th>
        <th>To</th>
        <th>Subject</th>
      </tr>
      ${rows}
    </table>`
}

/** Handles a button of the outbox or of an email's page. The caller has refused pages of other origins. */
export async function pressMailButton(request: Request, outbox: Outbox): Promise<Response> {
  const fields = new URLSearchParams(await request.text())
  const id = fields.get('id') ?? ''
  try {
    const alert = await press(outbox, fields.get('control') ?? '', id, fields.get('type') ?? '')
    if (alert) return outboxPage(outbox, alert)
    const location = `${new URL(request.url).pathname}#${encodeURIComponent(id)}`
    return new Response(null, { status: 303, headers: { location } })
  } catch (error) {
    if (error instanceof PostmarkRefusal) return outboxPage(outbox, `Refused: ${error.message}`, error.status)
    throw error
  }
}

/** Returns a sentence if a webhook did not accept the event. */
async function press(outbox: Outbox, name: string, id: string, type: string): Promise<string> {
  const { control } = outbox
  if (name === 'deliver') return postTo(control, control.deliver(id))
  if (name === 'complain') return postTo(control, control.complain(id))
  if (name === 'bounce' && isBounceType(type)) return postTo(control, control.bounce(id, type))
  if (name === 'activate') activate(outbox, id)
  else if (name === 'down' || name === 'up') control.setDown(name === 'down')
  else throw new PostmarkRefusal(402)
  return ''
}

async function postTo(control: MailControl, event: MailEvent): Promise<string> {
  const answers = await control.post(event)
  const refusals = answers.filter(({ status }) => status < 200 || status > 299)
  return refusals.map(({ url, status, body }) => `${url} answered ${status || body}.`).join(' ')
}

function activate({ mailbox }: Outbox, id: string): void {
  const bounce = mailbox.failures().findLast((one) => one.MessageID === id && mayActivate(one))
  activateBounce(mailbox, bounce?.ID ?? 0)
}
