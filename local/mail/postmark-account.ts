import type { Models } from 'postmark'
import type { LocalMail } from './local-mail.ts'
import type { Mailbox } from './mailbox.ts'
import { postmarkError } from './postmark-errors.ts'

export interface PostmarkAccount {
  deliveryType?: 'Live' | 'Sandbox'
  /** Of the whole account, which alone may ask for senders and domains. */
  accountToken?: string
  senders?: Pick<Models.Signature, 'EmailAddress' | 'Confirmed'>[]
  domains?: Pick<Models.Domain, 'Name' | 'DKIMVerified' | 'ReturnPathDomainVerified'>[]
}

interface Inside {
  token: string
  mailbox: Mailbox
  account: PostmarkAccount
}

/** What Postmark tells when it is only asked; undefined for any other call. */
export function answerQuestion(request: Request, { token, mailbox, account }: Inside): Response | undefined {
  if (request.method !== 'GET') return undefined
  const { pathname, searchParams } = new URL(request.url)
  const answers: Record<string, () => object> = {
    '/server': () => ({ ID: 1, Name: 'This machine', DeliveryType: account.deliveryType ?? 'Live' }),
    '/messages/outbound': () => outbound(mailbox.list(), searchParams),
    '/senders': () => ({ TotalCount: account.senders?.length ?? 0, SenderSignatures: account.senders ?? [] }),
    '/domains': () => ({ TotalCount: account.domains?.length ?? 0, Domains: account.domains ?? [] }),
  }
  const answer = answers[pathname]
  if (!answer) return undefined
  const ofAccount = pathname === '/senders' || pathname === '/domains'
  const given = request.headers.get(ofAccount ? 'x-postmark-account-token' : 'x-postmark-server-token')
  if (given === null || given !== (ofAccount ? account.accountToken : token)) {
    return Response.json(postmarkError(10), { status: 401 })
  }
  return Response.json(answer())
}

/** https://postmarkapp.com/developer/api/messages-api#outbound-message-search */
function outbound(mails: LocalMail[], params: URLSearchParams) {
  const asked = new Map([...params].map(([name, value]) => [name.toLowerCase(), value]))
  const sender = asked.get('fromemail')?.toLowerCase() ?? ''
  const found = mails.filter(({ from }) => from.toLowerCase().includes(sender))
  const start = Number(asked.get('offset') ?? 0)
  return {
    TotalCount: found.length,
    Messages: found
      .slice(start, start + Number(asked.get('count') ?? 0))
      .map(({ id, from, sentAt, messageStream }) => ({
        MessageID: id,
        From: from,
        ReceivedAt: sentAt,
        Status: 'Sent',
        MessageStream: messageStream,
      })),
  }
}
