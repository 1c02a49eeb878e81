import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Models } from 'postmark'
import { listen } from '#local/listen.ts'
import { forbidden, isCrossOrigin, isLocalHost } from '#local/local-host.ts'
import type { LocalMail } from '#local/mail/local-mail.ts'
import { createMailControl, type MailControl } from '#local/mail/mail-control.ts'
import type { MailEvent } from '#local/mail/mail-events.ts'
import { MailFaults } from '#local/mail/mail-faults.ts'
import { mailPage, type MailPage } from '#local/mail/mail-page.ts'
import { openMailbox } from '#local/mail/mailbox.ts'
import { handleAccountRequest, type PostmarkAccount } from '#local/mail/postmark-account.ts'
import { handlePostmark } from '#local/mail/postmark-api.ts'
import { PostmarkRefusal } from '#local/mail/postmark-errors.ts'
import { BodyTooLarge, sendResponse, toFetchRequest } from '#local/netlify/node-http.ts'

interface Options {
  /** The server token that clients must send. */
  token: string
  /** Overrides the default server and account. */
  account?: PostmarkAccount
  /** Stores the emails and what happened to them across restarts. */
  file?: string
  port?: number
  /** The current time (ms). */
  clock?: () => number
}

export interface LocalMailServer {
  /** For `new ServerClient(token, { requestHost: new URL(url).host, useHttps: false })`. */
  url: string
  /** Newest first. */
  list(): LocalMail[]
  /** What happened to the emails, oldest first. */
  events(): readonly MailEvent[]
  setWebhooks(webhooks: Models.Webhook[]): void
  /** Renders the pages below `/__local/mail`; returns undefined for any other path. */
  page(request: Request): MailPage
  control: MailControl
  stop(): Promise<void>
}

/** Starts the stand-in for Postmark: it accepts emails, and only a button or a test decides what happens to them. */
export async function startMail(options: Options): Promise<LocalMailServer> {
  const { token, file, port, clock = Date.now } = options
  const account = { ...options.account }
  const mailbox = openMailbox(file)
  const faults = new MailFaults()
  const control = createMailControl({ mailbox, faults, account, clock })
  const page = (request: Request) => mailPage(request, { mailbox, faults, control })
  const api = (request: Request) =>
    faults.isDown
      ? new PostmarkRefusal(100, 503).response()
      : (handleAccountRequest(request, { token, mailbox, account }) ??
        handlePostmark(request, { token, mailbox, faults, clock }))
  const answer = (request: Request) => page(request) ?? api(request)
  const server = createServer((incoming, outgoing) => {
    void respond(incoming, answer).then((response) => sendResponse(response, outgoing))
  })
  const url = `http://127.0.0.1:${await listen(server, port)}`
  return {
    url,
    list: () => mailbox.list(),
    events: () => mailbox.events(),
    setWebhooks: (webhooks) => void (account.webhooks = webhooks),
    page,
    control,
    async stop() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}

type Handler = (request: Request) => Response | Promise<Response>

async function respond(incoming: IncomingMessage, answer: Handler): Promise<Response> {
  const { host } = incoming.headers
  if (!isLocalHost(host)) return forbidden()
  try {
    const request = await toFetchRequest(incoming, `http://${host}`)
    return isCrossOrigin(request) ? forbidden() : await answer(request)
  } catch (error) {
    if (error instanceof BodyTooLarge) return error.response
    console.error('[mail]', error)
    return new Response('The mail stand-in failed', { status: 500 })
  }
}
