import { setTimeout as pause } from 'node:timers/promises'
import { callFunction } from '../../harness/call-function.ts'

type Handler = Parameters<typeof callFunction>[0]
type Request = Parameters<typeof callFunction>[1]

export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** Somebody who asks until there is an answer that means something. */
export interface Caller {
  /** Undefined: nobody answered for too long, or the day is over. */
  ask: (handler: Handler, request: Request) => Promise<Answer | undefined>
  answers: { fine: number; refused: number; failed: number }
}

const TRIES = 60
const PAUSE_MS = 100

export function newCaller(isOver: () => boolean): Caller {
  const answers = { fine: 0, refused: 0, failed: 0 }
  return {
    answers,
    async ask(handler, request) {
      for (let turn = 0; turn < TRIES && !isOver(); turn++) {
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
