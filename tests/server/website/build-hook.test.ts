import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { buildHook } from '#server/clients/build-hook.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
  delete process.env['BUILD_HOOK']
})

async function listen(answer: RequestListener): Promise<void> {
  server = createServer(answer).listen(0, 'localhost')
  await once(server, 'listening')
  process.env['BUILD_HOOK'] = `http://localhost:${(server.address() as AddressInfo).port}/build_hooks/secret`
}

it('buildHook sends one POST to the hook', async () => {
  const methods: (string | undefined)[] = []
  await listen((request, response) => {
    methods.push(request.method)
    response.end()
  })
  expect(buildHook().isSet).toBe(true)
  expect(await buildHook().start()).toBe(true)
  expect(methods).toEqual(['POST'])
})

it.each<[string, RequestListener]>([
  ['wrong', (_, response) => void response.writeHead(404).end()],
  ['slow', () => {}],
  ['somewhere else', (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
])('buildHook returns false if the hook is %s, and logs no address', async (_, answer) => {
  await listen(answer)
  expect(await buildHook(200).start()).toBe(false)
  const logged = takeLoggedErrors()
  expect(logged).toEqual([expect.stringContaining('the build hook')])
  expect(logged.join()).not.toContain('secret')
})

it('buildHook returns false if the hook is down, and is not set without one', async () => {
  process.env['BUILD_HOOK'] = 'http://localhost:1/build_hooks/secret'
  expect(await buildHook().start()).toBe(false)
  takeLoggedErrors()
  delete process.env['BUILD_HOOK']
  expect(buildHook().isSet).toBe(false)
})
