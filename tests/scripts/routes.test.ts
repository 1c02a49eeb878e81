import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '@netlify/functions'
import { zipFunctions, type FunctionResult } from '@netlify/zip-it-and-ship-it'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { builtFolder } from '#tests/harness/built-files.ts'
import { requireSize } from '#tests/harness/size-limit.ts'

const WEBHOOKS = ['stripe-webhook', 'postmark-webhook'].map((name) => ({
  name,
  method: 'POST',
  path: `/api/${name}`,
}))
const SCHEDULED = ['hourly', 'settle-payments']

const contract: [string, Endpoint][] = Object.entries(endpoints)
const promised = [
  ...contract.map(([name, { method, path }]) => ({ name: kebabCase(name), method, path })),
  ...WEBHOOKS,
]

let out: string
let packaged: Map<string, FunctionResult>

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'packaged-'))
  const folder = builtFolder('build/functions')
  const results = await zipFunctions({ user: { directories: [folder] } }, out, {
    config: { '*': { nodeBundler: 'none', nodeVersion: '24' } },
  })
  packaged = new Map(results.map((result) => [result.name, result]))
})
afterAll(() => rm(out, { recursive: true, force: true }))

function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

async function configOf(name: string): Promise<Config> {
  const module = await import(pathToFileURL(join(builtFolder('build/functions'), `${name}.mjs`)).href)
  return module.config
}

describe('the packaged functions', () => {
  it('include a function for every endpoint and no other', () => {
    const names = [...promised.map(({ name }) => name), ...SCHEDULED, 'unknown-endpoint']
    expect([...packaged.keys()].toSorted()).toEqual(names.toSorted())
  })

  it.each(promised)('serve $name at $path', ({ name, method, path }) => {
    const routes = packaged.get(name)?.routes ?? []
    expect(routes.map(({ pattern }) => pattern)).toEqual([path])
    expect([[], [method]]).toContainEqual(routes[0]?.methods)
  })

  it('never have two functions for one request', () => {
    const isShared = (path: string) => promised.filter((other) => other.path === path).length > 1
    const methodsOf = (name: string) => packaged.get(name)?.routes?.[0]?.methods ?? []
    const unclear = promised.filter(({ name, path }) => isShared(path) && methodsOf(name).length === 0)
    expect(unclear, 'these share their path with another function and name no method').toEqual([])
    const requests = promised.map(({ method, path }) => `${method} ${path}`)
    expect(requests).toEqual([...new Set(requests)])
  })

  it('serve every other path below /api with unknown-endpoint', async () => {
    const { path, excludedPath } = await configOf('unknown-endpoint')
    const excluded = [excludedPath].flat().map(String)
    expect(path).toBe('/api/*')
    expect(excluded.toSorted()).toEqual([...new Set(promised.map((one) => one.path))].toSorted())
    expect(packaged.get('unknown-endpoint')?.excludedRoutes).toHaveLength(excluded.length)
  })

  it.each(SCHEDULED)('run %s by its schedule and at no URL', async (name) => {
    const { schedule, routes } = packaged.get(name) ?? {}
    expect(schedule).toBe((await configOf(name)).schedule)
    expect(schedule).toMatch(/^\S+ \S+ \S+ \S+ \S+$/)
    expect(routes).toEqual([])
  })

  it('limit only login and create-payment-intent at the edge, for each address', () => {
    const limited = [...packaged.values()].filter(({ trafficRules }) => trafficRules !== undefined)
    expect(limited.map(({ name }) => name).toSorted()).toEqual(['create-payment-intent', 'login'])
    for (const { trafficRules } of limited)
      expect(trafficRules?.action.config).toMatchObject({
        rateLimitConfig: { windowLimit: 100, windowSize: 60 },
        aggregate: { keys: [{ type: 'ip' }, { type: 'domain' }] },
      })
  })

  it('consist of one file each, on Node 24, where the project’s functions run', () => {
    for (const [name, result] of packaged) {
      expect(result).toMatchObject({ bundler: 'none', runtimeVersion: 'nodejs24.x' })
      expect(result.region).toBeUndefined()
      requireSize(`The package of ${name}`, result.size! / 1000, 1000)
    }
  })
})
