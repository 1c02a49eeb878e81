import { Errors, Models, ServerClient } from 'postmark'
import { clinic } from '#clinic/current-clinic.ts'
import { env } from '#server/env.ts'

export interface Attachment {
  name: string
  contentType: string
  content: Buffer
  /** The id after `cid:` in the HTML, if it shows the attachment. */
  contentId?: string
}

export interface OutgoingEmail {
  to: string
  subject: string
  html: string
  text: string
  attachments: Attachment[]
  /** Default: the clinic's address. */
  replyTo?: string
  /** Address of the List-Unsubscribe header, for one press in an email program. */
  unsubscribe?: string
  /** Id of its row in `outbox`. */
  outboxId: string
}

export interface EmailClient {
  /** Passes an email to the provider and returns its id there; throws `EmailRefused` if it does not accept it. */
  send(email: OutgoingEmail): Promise<string>
  /** Returns the rows of the bounces since a time, newest first: those of the last `BOUNCES_MAX`. */
  listBounces(since: Date): Promise<unknown[]>
}

interface Refusal {
  reason: string
  /** Sending the same email again cannot succeed. */
  permanent?: boolean
  /** The provider did not say no, so it may have taken the email. */
  mayHaveLeft?: boolean
  /** Why other emails fail, too; undefined if only this one does. */
  outage?: 'refused' | 'unreachable' | undefined
  cause?: unknown
}

export class EmailRefused extends Error {
  override name = 'EmailRefused'
  readonly permanent: boolean
  readonly mayHaveLeft: boolean
  readonly reason: string
  readonly outage: 'refused' | 'unreachable' | undefined

  constructor({ reason, permanent = false, mayHaveLeft = false, outage, cause }: Refusal) {
    super(`the email provider refused: ${reason}`, { cause })
    this.reason = reason
    this.permanent = permanent
    this.mayHaveLeft = mayHaveLeft
    this.outage = outage
  }
}

const TIMEOUT_SECONDS = 10
// https://postmarkapp.com/developer/api/overview#error-codes
const PERMANENT_ERROR_CODES = new Set([300, 406])
/** HTTP statuses with which Postmark says that it took nothing. */
const PLAIN_REFUSALS = new Set([401, 404, 413, 415, 422, 429])
/** The token, the sender or the account is refused, whatever the email. */
const ACCOUNT_ERROR_CODES = new Set([10, 400, 401, 405, 412])

/** Rows of a page, which is more than a clinic's emails of some days. */
const BOUNCES_MAX = 500

/** Suppresses automatic replies, such as holiday notices: https://www.rfc-editor.org/rfc/rfc3834#section-5 */
const AUTO_SUBMITTED = [{ Name: 'Auto-Submitted', Value: 'auto-generated' }]

/** https://www.rfc-editor.org/rfc/rfc8058 */
const unsubscribeHeaders = (address: string) => [
  { Name: 'List-Unsubscribe', Value: `<${address}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
]

const UNKNOWN = { code: 0, statusCode: NaN }

function outageOf(code: number, status: number): EmailRefused['outage'] {
  if (ACCOUNT_ERROR_CODES.has(code)) return 'refused'
  // Without an answer, the status is 0.
  return status === 0 || status >= 500 ? 'unreachable' : undefined
}

/** Options of a Postmark client; `POSTMARK_API` points it at the local stand-in. */
export function postmarkOptions() {
  const api = env('POSTMARK_API')
  return {
    timeout: TIMEOUT_SECONDS,
    ...(api && { requestHost: new URL(api).host, useHttps: api.startsWith('https:') }),
  }
}

export function postmark(): EmailClient {
  const client = new ServerClient(env('POSTMARK_SERVER_TOKEN'), postmarkOptions())
  const from = `"${clinic.name}" <${env('MAIL_FROM')}>`
  return {
    send: async ({ to, subject, html, text, attachments, replyTo, unsubscribe, outboxId }) => {
      try {
        const { MessageID } = await client.sendEmail({
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
            ContentID: contentId ? `cid:${contentId}` : null,
          })),
          MessageStream: 'outbound',
          // Overrides the settings at Postmark: no tracking pixel, no rewritten links.
          TrackOpens: false,
          TrackLinks: Models.LinkTrackingOptions.None,
          Headers: [...AUTO_SUBMITTED, ...(unsubscribe ? unsubscribeHeaders(unsubscribe) : [])],
          Metadata: { outbox: outboxId },
        })
        return MessageID
      } catch (error) {
        const { code, statusCode } = error instanceof Errors.PostmarkError ? error : UNKNOWN
        throw new EmailRefused({
          reason: `code ${code}`,
          permanent: PERMANENT_ERROR_CODES.has(code),
          mayHaveLeft: !PLAIN_REFUSALS.has(statusCode),
          outage: outageOf(code, statusCode),
          cause: error,
        })
      }
    },
    listBounces: async (since) => {
      // Postmark reads a day in Eastern time: the day before covers it.
      const fromDate = new Date(since.getTime() - 86_400_000).toISOString().slice(0, 10)
      const { Bounces } = await client.getBounces({ count: BOUNCES_MAX, offset: 0, fromDate })
      return Bounces
    },
  }
}
