import { afterEach, beforeEach, vi } from 'vitest'
import { currentToast } from '#ui/toast.ts'

vi.mock('#ui/mount-toaster.tsx', () => ({ mountToaster: () => {} }))

export type FakeResponse = readonly [status: number, body: unknown]

/** No response arrives. */
export const LOST: FakeResponse = [0, undefined]

export function refusal(code: string, message = 'no', status = 409, fields?: object): FakeResponse {
  return [status, { message, code, ...(fields && { fields }) }]
}

/** Fakes the server's responses, in turn; the last one repeats. Returns the bodies of the requests. */
export const answer = (...responses: FakeResponse[]) => answerAfter(0, ...responses)

/** Like `answer`, with a delay (ms) before each response. */
export function answerAfter(milliseconds: number, ...responses: FakeResponse[]) {
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    if (typeof body === 'string') sent.push(JSON.parse(body))
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
    return respond((responses.length > 1 ? responses.shift() : responses[0])!)
  })
  return sent
}

export function respond([status, body]: FakeResponse): Response {
  if (status === 0) throw new TypeError('Failed to fetch')
  return Response.json(body, { status })
}

beforeEach(() => void (currentToast.value = undefined))
afterEach(() => void vi.unstubAllGlobals())
