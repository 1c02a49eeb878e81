import type { Models } from 'postmark'
import type { LocalMail } from '#local/mail/local-mail.ts'
import { SERVER_ID } from '#local/mail/mail-events.ts'
import type { Mailbox } from '#local/mail/mailbox.ts'
import { activateBounce, listBounces } from '#local/mail/postmark-bounces.ts'
import { postmarkError, PostmarkRefusal } from '#local/mail/postmark-errors.ts'

export interface PostmarkAccount {
  deliveryType?: 'Live' | 'Sandbox'
  /** Token of the account, required for senders and domains. */
  accountToken?: string
  senders?: Pick<Models.Signature, 'EmailAddress' | 'Confirmed'>[]
  domains?: Pick<Models.Domain, 'Name' | 'DKIMVerified' | 'ReturnPathDomainVerified'>[]
  webhooks?: Models.Webhook[]
}

interface Context {
  token: string
  mailbox: Mailbox
  account: PostmarkAccount
}

/** Handles Postmark's endpoints but those that send; returns undefined for any other request. */
export function handleAccountRequest(
  request: Request,
  { token, mailbox, account }: Context,
): Response | undefined {
  const { pathname, searchParams } = new URL(request.url)
  // Postmark's client and its documents write names in different cases.
  const params = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]))
  const answers: Record<string, () => object> = {
    'GET /server': () => ({
      ID: SERVER_ID,
      Name: 'This machine',
      DeliveryType: account.deliveryType ?? 'Live',
    }),
    'GET /messages/outbound': () => outbound(mailbox.list(), params),
    'GET /bounces': () => listBounces(mailbox, params),
    'PUT /bounces/:id/activate': () => activateBounce(mailbox, Number(pathname.split('/')[2])),
    'GET /webhooks': () => ({ Webhooks: webhooksOf(account, params.get('messagestream')) }),
    'GET /senders': () => ({
      TotalCount: account.senders?.length ?? 0,
      SenderSignatures: account.senders ?? [],
    }),
    'GET /domains': () => ({ TotalCount: account.domains?.length ?? 0, Domains: account.domains ?? [] }),
  }
  const answer = answers[`${request.method} ${pathname.replace(/(?<=\/)\d+(?=\/)/, ':id')}`]
  if (!answer) return undefined
  const isAccountPath = pathname === '/senders' || pathname === '/domains'
  const sentToken = request.headers.get(
    isAccountPath ? 'x-postmark-account-token' : 'x-postmark-server-token',
  )
  if (sentToken === null || sentToken !== (isAccountPath ? account.accountToken : token)) {
    return Response.json(postmarkError(10), { status: 401 })
  }
  try {
    return Response.json(answer())
  } catch (error) {
    if (error instanceof PostmarkRefusal) return error.response()
    throw error
  }
}

/** https://postmarkapp.com/developer/api/webhooks-api#list-webhooks */
const webhooksOf = ({ webhooks = [] }: PostmarkAccount, stream: string | undefined) =>
  webhooks.filter(({ MessageStream }) => stream === undefined || MessageStream === stream)

/** https://postmarkapp.com/developer/api/messages-api#outbound-message-search */
function outbound(mails: LocalMail[], query: ReadonlyMap<string, string>) {
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
