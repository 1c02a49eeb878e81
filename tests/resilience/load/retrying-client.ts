import { setTimeout as pause } from 'node:timers/promises'
import { callFunction } from '#tests/harness/call-function.ts'

type Handler = Parameters<typeof callFunction>[0]
type Request = Parameters<typeof callFunction>[1]

export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** Repeats a request until the response is not a 5xx. */
export interface RetryingClient {
  /** Resolves to undefined after too many tries, or once the load is stopped. */
  request: (handler: Handler, request: Request) => Promise<Answer | undefined>
  answers: { fine: number; refused: number; failed: number }
}

const TRIES = 60
const PAUSE_MS = 100

export function createRetryingClient(isStopped: () => boolean): RetryingClient {
  const answers = { fine: 0, refused: 0, failed: 0 }
  return {
    answers,
    async request(handler, request) {
      for (let turn = 0; turn < TRIES && !isStopped(); turn++) {
        const response = await callFunction(handler, request)
        const body = (await response.json()) as Answer['body']
        if (response.ok) answers.fine += 1
        else if (response.status < 500) answers.refused += 1
        else answers.failed += 1
        if (response.status < 500) return { status: response.status, body }
        await pause(PAUSE_MS)
      }
      return undefined
    },
  }
}
