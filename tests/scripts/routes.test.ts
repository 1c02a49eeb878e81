import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '@netlify/functions'
import { zipFunctions, type FunctionResult } from '@netlify/zip-it-and-ship-it'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { buyingEndpoints } from '#contract/endpoints/buying.ts'
import { passkeysEndpoints } from '#contract/endpoints/passkeys.ts'
import { portalEndpoints } from '#contract/endpoints/portal.ts'
import { publicEndpoints } from '#contract/endpoints/public.ts'
import { pictureEndpoints } from '#contract/products/pictures.ts'
import { WEBHOOK_PATHS } from '#server/clients/webhook-paths.ts'
import { builtFolder } from '#tests/harness/built-files.ts'
import { functionLimit, requireSize } from '#tests/harness/size-limit.ts'

const SCHEDULED = ['hourly', 'settle-payments']

const groups: Record<string, Record<string, Endpoint>> = {
  public: publicEndpoints,
  buying: buyingEndpoints,
  portal: portalEndpoints,
  passkeys: passkeysEndpoints,
  pictures: pictureEndpoints,
  login: { login: endpoints.login },
  'create-payment-intent': { createPaymentIntent: endpoints.createPaymentIntent },
}
const paths: [string, string[]][] = [
  ...Object.entries(groups).map(([name, group]): [string, string[]] => [
    name,
    [...new Set(Object.values(group).map(({ path }) => path))],
  ]),
  ['webhooks', [...WEBHOOK_PATHS]],
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

async function configOf(name: string): Promise<Config> {
  const module = await import(pathToFileURL(join(builtFolder('build/functions'), `${name}.mjs`)).href)
  return module.config
}

describe('the packaged functions', () => {
  it('are those of the groups of endpoints, the webhooks and the scheduled jobs', () => {
    const names = [...paths.map(([name]) => name), ...SCHEDULED, 'unknown-endpoint']
    expect([...packaged.keys()].toSorted()).toEqual(names.toSorted())
  })

  it.each(paths)('serve with %s the exact paths of its endpoints, whatever the method', (name, expected) => {
    const routes = packaged.get(name)?.routes ?? []
    expect(routes.map(({ pattern }) => pattern).toSorted()).toEqual(expected.toSorted())
    expect(routes.flatMap(({ methods }) => methods)).toEqual([])
  })

  it('never have two functions for one path, or two endpoints for one request', () => {
    const all = paths.flatMap(([, own]) => own)
    expect(all).toEqual([...new Set(all)])
    const requests = Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`)
    expect(requests).toEqual([...new Set(requests)])
  })

  it('serve every other path below /api with unknown-endpoint', async () => {
    const { path, excludedPath } = await configOf('unknown-endpoint')
    const excluded = [excludedPath].flat().map(String)
    expect(path).toBe('/api/*')
    expect(excluded.toSorted()).toEqual(paths.flatMap(([, own]) => own).toSorted())
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

  it('for visitors hold no function of the portal', async () => {
    const { session: _, ...handlers } = portalEndpoints
    const namesIn = async (name: string) => {
      const code = await readFile(join(builtFolder('build/functions'), `${name}.mjs`), 'utf8')
      return Object.keys(handlers).filter((handler) => code.includes(`,"${handler}")`))
    }
    expect((await namesIn('portal')).length).toBeGreaterThan(20)
    expect(await namesIn('public')).toEqual([])
  })

  it('hold the library for passkeys only in passkeys', async () => {
    const holders: string[] = []
    for (const name of packaged.keys()) {
      const code = await readFile(join(builtFolder('build/functions'), `${name}.mjs`), 'utf8')
      if (code.includes('Unexpected RP ID hash')) holders.push(name)
    }
    expect(holders).toEqual(['passkeys'])
  })

  it('consist of one file each, on Node 24, where the project’s functions run', () => {
    for (const [name, result] of packaged) {
      expect(result).toMatchObject({ bundler: 'none', runtimeVersion: 'nodejs24.x' })
      expect(result.region).toBeUndefined()
      requireSize(`The package of ${name}`, result.size! / 1000, functionLimit(name))
    }
  })
})
