import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadFunctions } from '#local/netlify/functions.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'functions-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const write = (name: string, handler: string, config: object) =>
  writeFile(
    join(dir, `${name}.mjs`),
    `export default ${handler}\nexport const config = ${JSON.stringify(config)}`,
  )

const SAY_PARAMS = '(request, context) => Response.json(context.params)'
const say = (text: string) => `() => new Response('${text}')`

async function call(path: string, init: RequestInit = {}, address = '203.0.113.7') {
  const functions = await loadFunctions(dir)
  return functions.fetch(new Request(`http://localhost${path}`, init), address)
}

describe('routing', () => {
  it('calls the function with the matching path and method', async () => {
    await write('list', say('list'), { method: 'GET', path: '/api/vouchers' })
    await write('make', say('make'), { method: ['POST', 'PUT'], path: '/api/vouchers' })
    expect(await (await call('/api/vouchers?page=2'))?.text()).toBe('list')
    expect(await (await call('/api/vouchers', { method: 'PUT' }))?.text()).toBe('make')
  })

  it('passes a request on to the static files if no function has its method or path', async () => {
    await write('list', say('list'), { method: 'GET', path: '/api/vouchers' })
    expect(await call('/api/vouchers', { method: 'DELETE' })).toBeUndefined()
    expect(await call('/api/vouchers', { method: 'HEAD' })).toBeUndefined()
    expect(await call('/api/vouchers/1')).toBeUndefined()
  })

  it('supports any method and several paths by config', async () => {
    await write('any', say('any'), { path: ['/one', '/two'] })
    expect(await (await call('/two', { method: 'PATCH' }))?.text()).toBe('any')
  })

  it('passes params without decoding them', async () => {
    await write('read', SAY_PARAMS, { path: '/api/products/:id/pictures/:name' })
    const response = await call('/api/products/a%2Fb/pictures/caf%C3%A9')
    expect(await response?.json()).toEqual({ id: 'a%2Fb', name: 'caf%C3%A9' })
  })

  it('ignores one trailing slash and no more', async () => {
    await write('read', SAY_PARAMS, { path: '/api/products/:id' })
    expect(await (await call('/api/products/1/'))?.json()).toEqual({ id: '1' })
    expect(await call('/api/products/1//')).toBeUndefined()
  })

  it('prefers a literal path over one with params', async () => {
    await write('a-read', say('read'), { path: '/api/vouchers/:id' })
    await write('b-find', say('find'), { path: '/api/vouchers/find' })
    expect(await (await call('/api/vouchers/find'))?.text()).toBe('find')
  })
})

describe('calling', () => {
  it('passes the client address and a unique request id', async () => {
    await write(
      'who',
      '(request, { ip, requestId, url }) => Response.json({ ip, requestId, path: url.pathname })',
      {
        path: '/who',
      },
    )
    const first = await (await call('/who'))?.json()
    const second = await (await call('/who'))?.json()
    expect(first).toMatchObject({ ip: '203.0.113.7', path: '/who' })
    expect(first.requestId).not.toBe(second.requestId)
  })

  it('returns 500 without details if a function throws, and logs the error', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    await write('broken', `() => { throw new Error('secret') }`, { path: '/broken' })
    const response = await call('/broken')
    expect([response?.status, await response?.text()]).toEqual([500, 'Internal Server Error'])
    expect(log).toHaveBeenCalledWith('[broken]', expect.objectContaining({ message: 'secret' }))
  })

  it('returns 204 if a function returns nothing', async () => {
    await write('quiet', '() => undefined', { path: '/quiet' })
    expect((await call('/quiet'))?.status).toBe(204)
  })

  it('reads and sets cookies through the context, one header each', async () => {
    const handler = `(request, { cookies }) => {
      cookies.set({ name: 'session', value: cookies.get('old'), httpOnly: true, sameSite: 'Strict', path: '/' })
      cookies.set('plain', '1')
      cookies.delete('old')
      return Response.redirect('http://localhost/next')
    }`
    await write('sign', handler, { path: '/sign' })
    const response = await call('/sign', { headers: { cookie: 'a=b; old=x=y' } })
    expect(response?.headers.getSetCookie()).toEqual([
      'session=x=y; Path=/; HttpOnly; SameSite=Strict',
      'plain=1',
      'old=deleted; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    ])
    expect(response?.headers.get('location')).toBe('http://localhost/next')
  })

  it('handles 200 parallel requests', async () => {
    await write('read', SAY_PARAMS, { path: '/api/:id' })
    const functions = await loadFunctions(dir)
    const ids = Array.from({ length: 200 }, (_, id) => String(id))
    const answers = await Promise.all(
      ids.map(async (id) => (await functions.fetch(new Request(`http://localhost/api/${id}`), ''))?.json()),
    )
    expect(answers.map((answer) => answer.id)).toEqual(ids)
  })

  it('loads a rebuilt function again', async () => {
    await write('news', say('old'), { path: '/news' })
    await utimes(join(dir, 'news.mjs'), 1, 1)
    expect(await (await call('/news'))?.text()).toBe('old')
    await write('news', say('new'), { path: '/news' })
    expect(await (await call('/news'))?.text()).toBe('new')
  })
})

describe('waitUntil', () => {
  it('responds first, and settled() waits for the work and for work that it starts', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const shared = { gate, done: [] }
    vi.stubGlobal('shared', shared)
    const handler = `(request, { waitUntil }) => {
      waitUntil(shared.gate.then(() => {
        shared.done.push('first')
        waitUntil(Promise.resolve().then(() => shared.done.push('second')))
      }))
      return new Response('answered')
    }`
    await write('later', handler, { path: '/later' })
    const functions = await loadFunctions(dir)
    const response = await functions.fetch(new Request('http://localhost/later'), '')
    expect([await response?.text(), shared.done]).toEqual(['answered', []])
    open()
    await functions.settled()
    expect(shared.done).toEqual(['first', 'second'])
  })

  it('logs a rejection and continues', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    await write('later', `(_, c) => { c.waitUntil(Promise.reject(new Error('lost'))) }`, { path: '/later' })
    const functions = await loadFunctions(dir)
    await functions.fetch(new Request('http://localhost/later'), '')
    await functions.settled()
    expect(log).toHaveBeenCalledWith('[later] waitUntil:', expect.objectContaining({ message: 'lost' }))
  })
})

describe('schedules', () => {
  const handler = `async (request) => Response.json({ method: request.method, ...(await request.json()) })`

  it('runs a scheduled function by name with next_run in the body, and not by URL', async () => {
    await write('hourly', handler, { schedule: '*/5 * * * *' })
    const functions = await loadFunctions(dir)
    const said = await (await functions.runScheduled('hourly')).json()
    expect(said.method).toBe('POST')
    expect(Date.parse(said.next_run)).toBeGreaterThan(Date.now())
    expect(await call('/.netlify/functions/hourly', { method: 'POST' })).toBeUndefined()
  })

  it('refuses a function without a schedule', async () => {
    await write('plain', handler, { path: '/plain' })
    const functions = await loadFunctions(dir)
    await expect(functions.runScheduled('plain')).rejects.toThrow('no scheduled function called plain')
  })
})

it('loadFunctions refuses a folder without functions', async () => {
  await expect(loadFunctions(dir)).rejects.toThrow('no built function')
})
