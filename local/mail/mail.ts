import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { BodyTooLarge, sendResponse, toFetchRequest } from '../netlify/node-http.ts'
import { MailFaults, type MailControl } from './mail-faults.ts'
import { listen } from '../listen.ts'
import { isCrossOrigin, isLocalHost, forbidden } from '../local-host.ts'
import type { LocalMail } from './local-mail.ts'
import { openMailbox } from './mailbox.ts'
import { mailPage, type MailPage } from './mail-page.ts'
import { handlePostmark } from './postmark-api.ts'
import { handleAccountRequest, type PostmarkAccount } from './postmark-account.ts'

interface Options {
  /** The server token that clients must send. */
  token: string
  /** Overrides the default server and account. */
  account?: PostmarkAccount
  /** Stores the emails across restarts. */
  file?: string
  port?: number
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
export async function startMail({ token, account = {}, file, port }: Options): Promise<LocalMailServer> {
  const mailbox = openMailbox(file)
  const faults = new MailFaults()
  const page = (request: Request) => mailPage(request, { mailbox, control: faults })
  const answer = (request: Request) =>
    page(request) ??
    handleAccountRequest(request, { token, mailbox, account }) ??
    handlePostmark(request, { token, mailbox, faults })
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
