import { beforeEach, describe, expect, it, vi } from 'vitest'
import settlePayments from '#functions/settle-payments.mts'
import { systemClock } from '#server/clients/services.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { useWorld } from '#tests/harness/world.ts'

const { health, login, stripeWebhook } = functions

const world = useWorld()
const ask = (deploy?: string) =>
  callFunction(health, { path: '/api/health', method: 'GET', ...(deploy && { deploy }) })

const cacheOf = (response: Response) => response.headers.get('netlify-cdn-cache-control')
const fullRunWas = (minutes: number) =>
  world.rows(`update reconciliation set full_run_at = $1`, [
    new Date(world.clock.now().getTime() - minutes * 60_000),
  ])

vi.spyOn(systemClock, 'now').mockImplementation(() => world.clock.now())

describe('health', () => {
  // An instance remembers what it found for a minute.
  beforeEach(async () => {
    world.clock.advance(1)
    await fullRunWas(0)
  })

  it('tells version, commit and region, and lets the CDN keep a good answer for a quarter of an hour', async () => {
    await fullRunWas(119)
    const response = await ask()
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: '',
      region: 'eu-west-2',
      problem: null,
    })
    expect(cacheOf(response)).toBe('public, durable, s-maxage=900, stale-while-revalidate=0')
  })

  it('answers a monitor that asks for the headers only', async () => {
    const response = await callFunction(health, { path: '/api/health', method: 'HEAD' })
    expect([response.status, cacheOf(response)]).toEqual([
      200,
      'public, durable, s-maxage=900, stale-while-revalidate=0',
    ])
  })

  it('is 503 for a minute when the database cannot be reached', async () => {
    world.gateway.fault({ times: 2 })
    const response = await ask()
    expect([response.status, await response.json()]).toMatchObject([503, { problem: 'database' }])
    expect(cacheOf(response)).toBe('public, durable, s-maxage=60, stale-while-revalidate=0')
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('the database cannot be reached')])
    world.clock.advance(1)
    expect((await ask()).status).toBe(200)
  })

  it('is 503 when the last full run is older than two hours, where the platform runs the schedule', async () => {
    await fullRunWas(121)
    const response = await ask()
    expect([response.status, await response.json()]).toMatchObject([503, { problem: 'jobs' }])
    world.clock.advance(1)
    expect((await ask('dev')).status).toBe(200)
  })

  it('asks the database once a minute, however often it is asked', async () => {
    const before = world.gateway.calls
    for (let times = 0; times < 5; times++) await ask()
    expect(world.gateway.calls).toBe(before + 1)
  })
})

it.each(['deploy-preview', 'branch-deploy', ''])(
  'functions refuse to work in the context "%s"',
  async (deploy) => {
    const before = world.gateway.calls
    for (const handler of [health, login, stripeWebhook, settlePayments]) {
      const response = await callFunction(handler, { path: '/api/x', body: { full: true }, deploy })
      expect(response.status).toBe(503)
      expect(((await response.json()) as { message: string }).message).toMatch(/^This is a preview\. /)
    }
    expect(takeLoggedErrors()).toHaveLength(4)
    expect(world.gateway.calls).toBe(before)
  },
)

it('functions work on a developer’s machine', async () => {
  world.clock.advance(1)
  expect((await ask('dev')).status).toBe(200)
})
