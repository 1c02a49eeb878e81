import type { Models } from 'postmark'
import type { LocalMail } from '#local/mail/local-mail.ts'
import type { Mailbox } from '#local/mail/mailbox.ts'
import { postmarkError } from '#local/mail/postmark-errors.ts'

export interface PostmarkAccount {
  deliveryType?: 'Live' | 'Sandbox'
  /** Token of the account, required for senders and domains. */
  accountToken?: string
  senders?: Pick<Models.Signature, 'EmailAddress' | 'Confirmed'>[]
  domains?: Pick<Models.Domain, 'Name' | 'DKIMVerified' | 'ReturnPathDomainVerified'>[]
}

interface Context {
  token: string
  mailbox: Mailbox
  account: PostmarkAccount
}

/** Handles Postmark's read endpoints; returns undefined for any other request. */
export function handleAccountRequest(
  request: Request,
  { token, mailbox, account }: Context,
): Response | undefined {
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
  const isAccountPath = pathname === '/senders' || pathname === '/domains'
  const sentToken = request.headers.get(
    isAccountPath ? 'x-postmark-account-token' : 'x-postmark-server-token',
  )
  if (sentToken === null || sentToken !== (isAccountPath ? account.accountToken : token)) {
    return Response.json(postmarkError(10), { status: 401 })
  }
  return Response.json(answer())
}

/** https://postmarkapp.com/developer/api/messages-api#outbound-message-search */
function outbound(mails: LocalMail[], params: URLSearchParams) {
  const query = new Map([...params].map(([name, value]) => [name.toLowerCase(), value]))
  const sender = query.get('fromemail')?.toLowerCase() ?? ''
  const matches = mails.filter(({ from }) => from.toLowerCase().includes(sender))
  const start = Number(query.get('offset') ?? 0)
  return {
    TotalCount: matches.length,
    Messages: matches
      .slice(start, start + Number(query.get('count') ?? 0))
      .map(({ id, from, sentAt, messageStream }) => ({
        MessageID: id,
        From: from,
        ReceivedAt: sentAt,
        Status: 'Sent',
        MessageStream: messageStream,
      })),
  }
}
