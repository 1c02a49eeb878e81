import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendOnce } from '#islands/admin/shared/send-once.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

const failed = { message: 'We cannot tell whether this went through.' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Sends a request that fails or succeeds, and returns its id. */
async function idOf(request: object, result: ActionResult): Promise<string> {
  const send = vi.fn<(requestId: string) => Promise<typeof result>>(() => Promise.resolve(result))
  await sendOnce(request, send)
  return send.mock.calls[0]![0]
}

it('a request has the same id until it succeeds, and for an hour', async () => {
  const request = { adjusted: { id: 'a', currentBalance: '50.00' }, amount: '20' }
  const first = await idOf(request, failed)
  expect(await idOf(request, failed)).toBe(first)
  expect(await idOf(request, undefined)).toBe(first)
  const next = await idOf(request, failed)
  expect(next).not.toBe(first)
  vi.advanceTimersByTime(61 * 60_000)
  expect(await idOf(request, failed)).not.toBe(next)
})

it('a request that was refused for good has another id', async () => {
  const request = { refunded: 'c', expectedAmount: '50.00' }
  const first = await idOf(request, {
    message: 'Our card provider has refused this refund.',
    code: 'not_active',
  })
  expect(await idOf(request, failed)).not.toBe(first)
})

it('a request with another input, or of what has changed since, has another id', async () => {
  const ids = [
    await idOf({ adjusted: { id: 'b', currentBalance: '50.00' }, amount: '20' }, failed),
    await idOf({ adjusted: { id: 'b', currentBalance: '50.00' }, amount: '30' }, failed),
    await idOf({ adjusted: { id: 'b', currentBalance: '70.00' }, amount: '20' }, failed),
  ]
  expect(new Set(ids).size).toBe(3)
})
