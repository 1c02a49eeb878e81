import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { listen } from '#local/listen.ts'
import { forbidden, isCrossOrigin, isLocalHost } from '#local/local-host.ts'
import type { LocalMail } from '#local/mail/local-mail.ts'
import { MailFaults, type MailControl } from '#local/mail/mail-faults.ts'
import { mailPage, type MailPage } from '#local/mail/mail-page.ts'
import { openMailbox } from '#local/mail/mailbox.ts'
import { handleAccountRequest, type PostmarkAccount } from '#local/mail/postmark-account.ts'
import { handlePostmark } from '#local/mail/postmark-api.ts'
import { BodyTooLarge, sendResponse, toFetchRequest } from '#local/netlify/node-http.ts'

interface Options {
  /** The server token that clients must send. */
  token: string
  /** Overrides the default server and account. */
  account?: PostmarkAccount
  /** Stores the emails across restarts. */
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
  /** Renders the pages below `/__local/mail`; returns undefined for any other path. */
  page(request: Request): MailPage
  control: MailControl
  stop(): Promise<void>
}

/** Starts the stand-in for Postmark: it accepts emails and delivers none. */
export async function startMail(options: Options): Promise<LocalMailServer> {
  const { token, account = {}, file, port, clock = Date.now } = options
  const mailbox = openMailbox(file)
  const faults = new MailFaults()
  const page = (request: Request) => mailPage(request, { mailbox, control: faults })
  const answer = (request: Request) =>
    page(request) ??
    handleAccountRequest(request, { token, mailbox, account }) ??
    handlePostmark(request, { token, mailbox, faults, clock })
  const server = createServer((incoming, outgoing) => {
    void respond(incoming, answer).then((response) => sendResponse(response, outgoing))
  })
  const url = `http://127.0.0.1:${await listen(server, port)}`
  return {
    url,
    list: () => mailbox.list(),
    page,
    control: faults,
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
