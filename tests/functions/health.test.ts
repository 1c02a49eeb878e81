import { expect, it } from 'vitest'
import health from '#functions/health.mts'
import login from '#functions/login.mts'
import settlePayments from '#functions/settle-payments.mts'
import stripeWebhook from '#functions/stripe-webhook.mts'
import { callFunction } from '#tests/harness/call-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const ask = (deploy?: string) =>
  callFunction(health, { path: '/api/health', method: 'GET', ...(deploy && { deploy }) })

it('health tells the version and the region without the database, cached for 10 seconds', async () => {
  const before = world.gateway.calls
  const response = await ask()
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    region: 'eu-west-2',
  })
  expect(response.headers.get('netlify-cdn-cache-control')).toBe(
    'public, s-maxage=10, stale-while-revalidate=0',
  )
  expect(world.gateway.calls).toBe(before)
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
  expect((await ask('dev')).status).toBe(200)
})
