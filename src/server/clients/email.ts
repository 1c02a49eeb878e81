import { Errors, Models, ServerClient } from 'postmark'
import { clinic } from '#content/clinic'
import { env } from '../env.ts'

export interface Attachment {
  name: string
  contentType: string
  content: Buffer
  /** What `cid:` in the HTML points to. */
  contentId: string
}

export interface OutgoingEmail {
  to: string
  subject: string
  html: string
  text: string
  attachments: Attachment[]
  /** Where an answer goes, if not to the clinic. */
  replyTo?: string
  /** The row in `outbox` that asked for it. */
  outboxId: string
}

export interface EmailClient {
  /** Hands a letter to the provider, or throws `MailRefused`. */
  send(letter: OutgoingEmail): Promise<void>
}

/** `permanent`: the same letter will be refused for ever. */
export class EmailRefused extends Error {
  override name = 'MailRefused'
  readonly permanent: boolean
  readonly reason: string

  constructor(reason: string, permanent: boolean, cause: unknown) {
    super(`the mail provider refused: ${reason}`, { cause })
    this.reason = reason
    this.permanent = permanent
  }
}

const TIMEOUT_SECONDS = 10
// https://postmarkapp.com/developer/api/overview#error-codes
const PERMANENT = new Set([300, 406])

/** So that nobody's holiday notice answers: https://www.rfc-editor.org/rfc/rfc3834#section-5 */
const UNATTENDED = [{ Name: 'Auto-Submitted', Value: 'auto-generated' }]

/** `POSTMARK_API` points the client at the local outbox. */
export function postmarkOptions() {
  const api = env('POSTMARK_API')
  return {
    timeout: TIMEOUT_SECONDS,
    ...(api && { requestHost: new URL(api).host, useHttps: api.startsWith('https:') }),
  }
}

/** The real Postmark client. */
export function postmark(): EmailClient {
  const client = new ServerClient(env('POSTMARK_SERVER_TOKEN'), postmarkOptions())
  const from = `"${clinic.name}" <${env('MAIL_FROM')}>`
  return {
    send: async ({ to, subject, html, text, attachments, replyTo, outboxId }) => {
      try {
        await client.sendEmail({
          From: from,
          ReplyTo: replyTo ?? clinic.email,
          To: to,
          Subject: subject,
          HtmlBody: html,
          TextBody: text,
          Attachments: attachments.map(({ name, contentType, content, contentId }) => ({
            Name: name,
            ContentType: contentType,
            Content: content.toString('base64'),
            ContentID: `cid:${contentId}`,
          })),
          MessageStream: 'outbound',
          // Whatever the provider's own switches say: no picture that tells who reads, no address but ours.
          TrackOpens: false,
          TrackLinks: Models.LinkTrackingOptions.None,
          Headers: UNATTENDED,
          Metadata: { outbox: outboxId },
        })
      } catch (error) {
        const code = error instanceof Errors.PostmarkError ? error.code : 0
        throw new EmailRefused(`code ${code}`, PERMANENT.has(code), error)
      }
    },
  }
}
