import type { Context } from '@netlify/functions'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handleRequest } from '#server/http/response.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('answers a visitor in time and finishes behind the answer what takes longer', async () => {
  const after: Promise<unknown>[] = []
  const context = {
    requestId: 'one',
    deploy: { context: 'production' },
    waitUntil: (work: Promise<unknown>) => void after.push(work),
  }
  const slow = Promise.withResolvers<Response>()
  const answered = handleRequest('/api/slow', context as unknown as Context, () => slow.promise)
  await vi.advanceTimersByTimeAsync(25_000)
  const response = await answered
  expect(response.status).toBe(500)
  expect(((await response.json()) as { message: string }).message).toContain('try again')
  expect(takeLoggedErrors()).toEqual([expect.stringContaining('no answer within')])
  expect(after).toHaveLength(1)
  slow.resolve(Response.json({}))
  await Promise.all(after)
})
