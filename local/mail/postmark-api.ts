import { randomUUID } from 'node:crypto'
import type { Message } from 'postmark'
import type { Faults } from './faults.ts'
import { invalidMessage } from './invalid-message.ts'
import { toLocalMail } from './local-mail.ts'
import type { Mailbox } from './mailbox.ts'
import { postmarkError, type PostmarkError } from './postmark-errors.ts'

interface Inside {
  token: string
  mailbox: Mailbox
  faults: Faults
}

/** `POST /email` and `POST /email/batch` as Postmark answers them. */
export async function answerPostmark(request: Request, inside: Inside): Promise<Response> {
  const { pathname } = new URL(request.url)
  const isBatch = pathname === '/email/batch'
  if (request.method !== 'POST' || (pathname !== '/email' && !isBatch))
    return new Response(null, { status: 404 })
  if (request.headers.get('x-postmark-server-token') !== inside.token) return refused(401, postmarkError(10))
  const sent = await parseJson(request)
  if (sent === undefined || Array.isArray(sent) !== isBatch) return refused(422, postmarkError(402))
  const fault = inside.faults.next()
  if (fault && fault.taken !== true) return refused(fault.status, postmarkError(fault.code, fault.message))
  const answer = isBatch ? takeBatch(sent, inside) : takeOne(sent, inside)
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

function takeOne(message: Partial<Message>, inside: Inside): Response {
  const taken = take(message, inside)
  return Response.json(taken, { status: taken.ErrorCode === 0 ? 200 : 422 })
}

/** A batch is always answered 200; what became of each message stands in its own entry. */
function takeBatch(messages: Partial<Message>[], inside: Inside): Response {
  if (messages.length > 500) return refused(422, postmarkError(410))
  return Response.json(messages.map((message) => take(message, inside)))
}

function take(message: Partial<Message>, { faults, mailbox }: Inside) {
  const invalid = invalidMessage(message)
  if (invalid !== undefined) return postmarkError(300, invalid)
  const refusal = faults.refusal(message)
  if (refusal) return refusal
  const mail = toLocalMail(message, randomUUID(), new Date().toISOString())
  mailbox.add(mail)
  return { To: message.To, SubmittedAt: mail.sentAt, MessageID: mail.id, ErrorCode: 0, Message: 'OK' }
}
