import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A promise that a later event settles. Settling it twice has no effect. */
export interface Deferred<Value> {
  promise: Promise<Value>
  resolve(value: Value): void
  reject(error: unknown): void
  isPending(): boolean
}

/** How many parts of a task compute. Below 0 while a task that has divided waits for several events at once. */
interface Task {
  computing: number
}

/**
 * Virtual time. Every task either computes or waits for an event of this timeline. The next event runs only when no task
 * computes, so one thing happens at a time and the order is the same in every run.
 */
export class Timeline {
  now: number
  /** Errors of tasks that nothing awaits. */
  readonly failures: unknown[] = []
  #events: { at: number; work: () => void | Promise<void> }[] = []
  /** The sum over all tasks, of which one below 0 computes no less than one that waits. */
  #computing = 0
  readonly #task = new AsyncLocalStorage<Task>()
  readonly #outside: Task = { computing: 0 }

  constructor(start: number) {
    this.now = start
  }

  /** Runs `work` after this many virtual ms. */
  after(ms: number, work: () => void | Promise<void>): void {
    const event = { at: this.now + Math.max(0, ms), work }
    const previous = this.#events.findLastIndex(({ at }) => at <= event.at)
    this.#events.splice(previous + 1, 0, event)
  }

  /** Starts a task beside all others. */
  start(work: () => Promise<unknown>): void {
    this.#task.run({ computing: 0 }, () => this.track(work()))
  }

  /** Counts a task that has been started elsewhere as computing until it ends. */
  track(work: Promise<unknown>): void {
    const task = this.#current()
    this.#count(task, 1)
    void work.catch((error: unknown) => this.failures.push(error)).finally(() => this.#count(task, -1))
  }

  #current(): Task {
    return this.#task.getStore() ?? this.#outside
  }

  #count(task: Task, change: number): void {
    this.#computing -= Math.max(0, task.computing)
    task.computing += change
    this.#computing += Math.max(0, task.computing)
  }

  /** Returns a promise whose awaiter counts as waiting, not computing, until it is settled. */
  defer<Value>(): Deferred<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>()
    const task = this.#current()
    this.#count(task, -1)
    let isPending = true
    const settle = () => {
      if (!isPending) return false
      isPending = false
      this.#count(task, 1)
      return true
    }
    return {
      promise,
      resolve: (value) => void (settle() && resolve(value)),
      reject: (error) => void (settle() && reject(error)),
      isPending: () => isPending,
    }
  }

  wait(ms: number): Promise<void> {
    const deferred = this.defer<void>()
    this.after(ms, () => deferred.resolve())
    return deferred.promise
  }

  /** Moves the clock forward without running events. Those that were due meanwhile run late. */
  jump(ms: number): void {
    this.now += ms
  }

  /** Runs all events up to `end`. */
  async runUntil(end: number): Promise<void> {
    await this.#untilNothingComputes()
    for (let next = this.#events[0]; next && next.at <= end; next = this.#events[0]) {
      this.#events.shift()
      this.now = Math.max(this.now, next.at)
      await next.work()
      await this.#untilNothingComputes()
    }
    this.now = Math.max(this.now, end)
  }

  async #untilNothingComputes(): Promise<void> {
    const deadline = performance.now() + 10_000
    // At least one turn: work started in the last one may still start more.
    do {
      await nextTurn()
      if (performance.now() > deadline) throw new Error('A task waits for something outside the timeline.')
    } while (this.#computing > 0)
  }
}
