import { AsyncLocalStorage } from 'node:async_hooks'

/** What a simulated world has in place of Node's own. */
export interface Inside {
  /** Hears what is logged. */
  hear: (line: string) => void
  /** Does something so many virtual milliseconds from now. */
  later: (milliseconds: number, work: () => void) => void
}

const LEVELS = ['info', 'warn', 'error'] as const
/** Shorter ones pass in no time: the pause of the SDK before its second try. */
const SHORT = 1000

const worlds = new AsyncLocalStorage<Inside>()
let entered = 0
let giveBack = () => {}

/** While `work` runs, its log and its long timers are those of its world; nobody else's are. */
export async function inside<Result>(world: Inside, work: () => Promise<Result>): Promise<Result> {
  if (entered === 0) giveBack = takeOver()
  entered += 1
  try {
    return await worlds.run(world, work)
  } finally {
    entered -= 1
    if (entered === 0) giveBack()
  }
}

function takeOver(): () => void {
  const { info, warn, error } = console
  const said = { info, warn, error }
  const { setTimeout: start, clearTimeout: stop } = globalThis
  for (const level of LEVELS) {
    console[level] = (line: string) => (worlds.getStore()?.hear ?? said[level])(line)
  }
  Object.assign(globalThis, {
    setTimeout: (work: () => void, milliseconds = 0, ...more: []) => {
      const world = worlds.getStore()
      return world && milliseconds >= SHORT
        ? virtualTimer(world, work, milliseconds)
        : start(work, milliseconds, ...more)
    },
    clearTimeout: (timer: unknown) =>
      timer instanceof VirtualTimer ? timer.stop() : stop(timer as NodeJS.Timeout),
  })
  return () => {
    Object.assign(globalThis, { setTimeout: start, clearTimeout: stop })
    Object.assign(console, said)
  }
}

class VirtualTimer {
  stopped = false

  stop(): void {
    this.stopped = true
  }
}

function virtualTimer({ later }: Inside, work: () => void, milliseconds: number): VirtualTimer {
  const timer = new VirtualTimer()
  later(milliseconds, () => {
    if (!timer.stopped) work()
  })
  return timer
}
