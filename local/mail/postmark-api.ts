import { randomUUID } from 'node:crypto'
import type { Message } from 'postmark'
import { invalidMessage } from '#local/mail/invalid-message.ts'
import { toLocalMail } from '#local/mail/local-mail.ts'
import type { MailFaults } from '#local/mail/mail-faults.ts'
import type { Mailbox } from '#local/mail/mailbox.ts'
import { inactiveRecipients, postmarkError, type PostmarkError } from '#local/mail/postmark-errors.ts'
import { recipientsOf } from '#local/mail/recipients.ts'

interface Context {
  token: string
  mailbox: Mailbox
  faults: MailFaults
  /** The current time (ms). */
  clock: () => number
}

/** Handles `POST /email` and `POST /email/batch` like Postmark. */
export async function handlePostmark(request: Request, context: Context): Promise<Response> {
  const { pathname } = new URL(request.url)
  const isBatch = pathname === '/email/batch'
  if (request.method !== 'POST' || (pathname !== '/email' && !isBatch))
    return new Response(null, { status: 404 })
  if (request.headers.get('x-postmark-server-token') !== context.token) return refused(401, postmarkError(10))
  const sent = await parseJson(request)
  if (sent === undefined || Array.isArray(sent) !== isBatch) return refused(422, postmarkError(402))
  const fault = context.faults.next()
  if (fault && fault.taken !== true) return refused(fault.status, postmarkError(fault.code, fault.message))
  const answer = isBatch ? acceptBatch(sent, context) : acceptOne(sent, context)
  return fault ? refused(fault.status, postmarkError(fault.code, fault.message)) : answer
}

async function parseJson(request: Request) {
  try {
    return await request.json()
  } catch {
    return undefined
  }
}

function refused(status: number, error: PostmarkError): Response {
  return Response.json(error, { status })
}

function acceptOne(message: Partial<Message>, context: Context): Response {
  const result = accept(message, context)
  return Response.json(result, { status: result.ErrorCode === 0 ? 200 : 422 })
}

/** A batch always gets 200; each entry has the result of its message. */
function acceptBatch(messages: Partial<Message>[], context: Context): Response {
  if (messages.length > 500) return refused(422, postmarkError(410))
  return Response.json(messages.map((message) => accept(message, context)))
}

function accept(message: Partial<Message>, { faults, mailbox, clock }: Context) {
  const invalid = invalidMessage(message)
  if (invalid !== undefined) return postmarkError(300, invalid)
  const refusal = faults.refusal(message)
  if (refusal) return refusal
  const inactive = recipientsOf(message).filter((address) => mailbox.isInactive(address))
  if (inactive.length > 0) return inactiveRecipients(inactive)
  const mail = toLocalMail(message, randomUUID(), new Date(clock()).toISOString())
  mailbox.add(mail)
  return { To: message.To, SubmittedAt: mail.sentAt, MessageID: mail.id, ErrorCode: 0, Message: 'OK' }
}
