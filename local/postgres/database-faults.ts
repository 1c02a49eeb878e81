import { setTimeout as pause } from 'node:timers/promises'

export interface DatabaseFault {
  /** Number of requests to hit; 1 by default. */
  times?: number
  /** Loses only the response: the statements have run. */
  after?: boolean
  /** Hits only requests with a matching statement. */
  match?: RegExp
  /** Lets a request pass that is sent again, with the same statements and parameters. */
  passRepeats?: boolean
}

export interface DatabaseFaults {
  add: (fault: DatabaseFault) => void
  clear: () => void
  /** Returns whether to cut the connection before or after this request runs, or undefined. */
  faultFor: (statements: { query: string; params?: unknown[] }[]) => 'before' | 'after' | undefined
  pause: () => void
  resume: () => void
  slow: (ms: number) => void
  /** Waits while paused or slow. */
  ready: () => Promise<void>
}

/** Network faults that tests can inject between functions and database. */
export function createDatabaseFaults(): DatabaseFaults {
  let planned: (Required<DatabaseFault> & { sent: Set<string> })[] = []
  let sleep: PromiseWithResolvers<void> | undefined
  let slowness = 0

  return {
    add: ({ times = 1, after = false, match = /(?:)/, passRepeats = false }) =>
      void planned.push({ times, after, match, passRepeats, sent: new Set() }),
    clear: () => void (planned = []),
    faultFor: (statements) => {
      const request = JSON.stringify(statements)
      const hit = planned.find(
        ({ match, passRepeats, sent }) =>
          statements.some(({ query }) => query.search(match) >= 0) && !(passRepeats && sent.has(request)),
      )
      if (!hit) return undefined
      hit.sent.add(request)
      hit.times -= 1
      planned = planned.filter(({ times }) => times > 0)
      return hit.after ? 'after' : 'before'
    },
    pause: () => void (sleep ??= Promise.withResolvers<void>()),
    resume: () => {
      sleep?.resolve()
      sleep = undefined
    },
    slow: (ms) => void (slowness = ms),
    ready: async () => {
      await sleep?.promise
      if (slowness > 0) await pause(slowness)
    },
  }
}
