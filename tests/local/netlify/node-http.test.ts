import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from '#local/listen.ts'
import { BodyTooLarge, sendResponse, toFetchRequest } from '#local/netlify/node-http.ts'

let server: Server
afterEach(() => server.close())

type Answer = (request: Request) => Response | Promise<Response>

async function serve(answer: Answer): Promise<string> {
  const respond = async (incoming: IncomingMessage): Promise<Response> => {
    try {
      return await answer(await toFetchRequest(incoming, 'https://clinic.example'))
    } catch (error) {
      if (error instanceof BodyTooLarge) return error.response
      throw error
    }
  }
  server = createServer((incoming, outgoing) => {
    void respond(incoming).then((response) => sendResponse(response, outgoing))
  })
  return `http://127.0.0.1:${await listen(server)}`
}

describe('a request from node', () => {
  it('keeps method, URL, headers and every byte of the body', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    const url = await serve(async (request) =>
      Response.json({
        method: request.method,
        url: request.url,
        test: request.headers.get('x-test'),
        body: [...new Uint8Array(await request.arrayBuffer())],
      }),
    )
    const response = await fetch(`${url}/a%2Fb?c=d`, {
      method: 'POST',
      body: bytes,
      headers: { 'x-test': 'yes' },
    })
    expect(await response.json()).toEqual({
      method: 'POST',
      url: 'https://clinic.example/a%2Fb?c=d',
      test: 'yes',
      body: [...bytes],
    })
  })

  it('keeps its host for every path', async () => {
    const url = new URL(await serve((request) => new Response(request.url)))
    const outgoing = httpRequest({ host: url.hostname, port: url.port, path: '//elsewhere.example/x' }).end()
    const incoming: IncomingMessage = (await once(outgoing, 'response'))[0]
    expect(await text(incoming)).toBe('https://clinic.example//elsewhere.example/x')
  })

  it('accepts 6 MB and refuses more with 413', async () => {
    const url = await serve(async (request) => new Response(String((await request.arrayBuffer()).byteLength)))
    const send = (bytes: number) => fetch(url, { method: 'POST', body: new Uint8Array(bytes) })
    expect(await (await send(6 * 1024 * 1024)).text()).toBe(String(6 * 1024 * 1024))
    expect((await send(6 * 1024 * 1024 + 1)).status).toBe(413)
  })
})

describe('a response to node', () => {
  it('sends two cookies as two headers', async () => {
    const headers = new Headers([
      ['set-cookie', 'a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
      ['set-cookie', 'b=2'],
    ])
    const url = await serve(() => new Response('', { status: 201, headers }))
    const response = await fetch(url)
    expect(response.status).toBe(201)
    expect(response.headers.getSetCookie()).toEqual(['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'b=2'])
  })

  it('sends no body to HEAD', async () => {
    const url = await serve(() => new Response('body', { headers: { 'x-test': 'yes' } }))
    const response = await fetch(url, { method: 'HEAD' })
    expect([response.headers.get('x-test'), await response.text()]).toEqual(['yes', ''])
  })

  it('streams: the first chunk arrives before the last is produced', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const url = await serve(() => new Response(readable))
    const [response] = await Promise.all([fetch(url), writer.write(Buffer.from('first'))])
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
    await writer.close()
    expect((await reader?.read())?.done).toBe(true)
  })

  it('stops the stream when the client disconnects', async () => {
    const cancelled = Promise.withResolvers<void>()
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => cancelled.resolve(),
    })
    const url = await serve(() => new Response(stream))
    const leaving = new AbortController()
    await fetch(url, { signal: leaving.signal })
    leaving.abort()
    await expect(cancelled.promise).resolves.toBeUndefined()
  })
})
