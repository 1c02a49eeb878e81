import { setTimeout as pause } from 'node:timers/promises'

export interface Fault {
  /** How many calls it hits; one unless said. */
  times?: number
  /** The work is done and only its answer is lost. */
  after?: boolean
  /** Only calls with such a statement. */
  match?: RegExp
}

export interface Faults {
  add: (fault: Fault) => void
  clear: () => void
  /** When to cut this call off, if at all. */
  strike: (statements: { query: string }[]) => 'before' | 'after' | undefined
  pause: () => void
  resume: () => void
  slow: (ms: number) => void
  /** Resolves at once unless paused or slow. */
  awake: () => Promise<void>
}

/** What a test can do to the database's network. */
export function createFaults(): Faults {
  let planned: { times: number; after: boolean; match: RegExp }[] = []
  let sleep: PromiseWithResolvers<void> | undefined
  let slowness = 0

  return {
    add: ({ times = 1, after = false, match = /(?:)/ }) => void planned.push({ times, after, match }),
    clear: () => void (planned = []),
    strike: (statements) => {
      const hit = planned.find(({ match }) => statements.some(({ query }) => query.search(match) >= 0))
      if (!hit) return undefined
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
    awake: async () => {
      await sleep?.promise
      if (slowness > 0) await pause(slowness)
    },
  }
}
