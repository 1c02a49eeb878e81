import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { BodyTooLarge, sendResponse, toRequest } from '../netlify/node-http.ts'
import { Faults, type MailControl } from './faults.ts'
import { listen } from '../listen.ts'
import { isFromAnotherPage, isLocalHost, refused } from '../local-host.ts'
import type { LocalMail } from './local-mail.ts'
import { openMailbox } from './mailbox.ts'
import { mailPage, type Page } from './pages.ts'
import { answerPostmark } from './postmark-api.ts'
import { answerQuestion, type PostmarkAccount } from './postmark-account.ts'

interface Options {
  /** The server token that callers must send. */
  token: string
  /** What is not as on a server that delivers, and what its account knows. */
  account?: PostmarkAccount
  /** Where the mails are kept; without it they are gone when the process ends. */
  file?: string
  port?: number
}

export interface LocalMailServer {
  /** For `new ServerClient(token, { requestHost: new URL(url).host, useHttps: false })`. */
  url: string
  /** Newest first. */
  list(): LocalMail[]
  /** What people see below `/__local/mail`; undefined for any other path. */
  page(request: Request): Page
  control: MailControl
  stop(): Promise<void>
}

/** Stands in for Postmark: takes what its client sends and delivers it to nobody. */
export async function startMail({ token, account = {}, file, port }: Options): Promise<LocalMailServer> {
  const mailbox = openMailbox(file)
  const faults = new Faults()
  const page = (request: Request) => mailPage(request, { mailbox, control: faults })
  const answer = (request: Request) =>
    page(request) ??
    answerQuestion(request, { token, mailbox, account }) ??
    answerPostmark(request, { token, mailbox, faults })
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

type Answer = (request: Request) => Response | Promise<Response>

async function respond(incoming: IncomingMessage, answer: Answer): Promise<Response> {
  const { host } = incoming.headers
  if (!isLocalHost(host)) return refused()
  try {
    const request = await toRequest(incoming, `http://${host}`)
    return isFromAnotherPage(request) ? refused() : await answer(request)
  } catch (error) {
    if (error instanceof BodyTooLarge) return error.response
    console.error('[mail]', error)
    return new Response('The mail stand-in failed', { status: 500 })
  }
}
