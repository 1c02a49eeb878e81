import { AsyncLocalStorage } from 'node:async_hooks'

/** Replaces Node's console and long timers within a simulation run. */
export interface VirtualEnvironment {
  onLog: (line: string) => void
  /** Runs `work` after this many virtual ms. */
  setVirtualTimer: (ms: number, work: () => void) => void
}

const LEVELS = ['info', 'warn', 'error'] as const
/** Shorter timers (ms) run in real time. */
const SHORTEST_VIRTUAL = 1000

const environments = new AsyncLocalStorage<VirtualEnvironment>()
let active = 0
let restoreGlobals = () => {}

/** Runs `work` with the log and the long timers of `environment`. Code outside `work` keeps the real ones. */
export async function withVirtualTimers<Result>(
  environment: VirtualEnvironment,
  work: () => Promise<Result>,
): Promise<Result> {
  if (active === 0) restoreGlobals = patchGlobals()
  active += 1
  try {
    return await environments.run(environment, work)
  } finally {
    active -= 1
    if (active === 0) restoreGlobals()
  }
}

function patchGlobals(): () => void {
  const { info, warn, error } = console
  const realConsole = { info, warn, error }
  const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis
  for (const level of LEVELS) {
    console[level] = (line: string) => (environments.getStore()?.onLog ?? realConsole[level])(line)
  }
  Object.assign(globalThis, {
    setTimeout: (work: () => void, ms = 0, ...args: []) => {
      const environment = environments.getStore()
      // The Stripe SDK's pause before a retry. Until a real timer rings, another event could come first.
      if (environment && ms === 0) return queueMicrotask(() => work(...args))
      return environment && ms >= SHORTEST_VIRTUAL
        ? startVirtualTimer(environment, work, ms)
        : realSetTimeout(work, ms, ...args)
    },
    clearTimeout: (timer: unknown) =>
      timer instanceof VirtualTimer ? timer.stop() : realClearTimeout(timer as NodeJS.Timeout),
  })
  return () => {
    Object.assign(globalThis, { setTimeout: realSetTimeout, clearTimeout: realClearTimeout })
    Object.assign(console, realConsole)
  }
}

class VirtualTimer {
  stopped = false

  stop(): void {
    this.stopped = true
  }
}

function startVirtualTimer(
  { setVirtualTimer }: VirtualEnvironment,
  work: () => void,
  ms: number,
): VirtualTimer {
  const timer = new VirtualTimer()
  // In the context of the task that set it, like a real one.
  const ring = AsyncLocalStorage.bind(() => {
    if (!timer.stopped) work()
  })
  setVirtualTimer(ms, ring)
  return timer
}
