import { setImmediate as turn } from 'node:timers/promises'

/** A promise that only a later moment fulfils. */
export interface Held<Value> {
  promise: Promise<Value>
  fulfil(value: Value): void
  fail(error: unknown): void
  isOpen(): boolean
}

/**
 * Virtual time. Everything that is under way either computes, or waits for a moment of this timeline; the next moment
 * comes when nobody computes any more. So one thing happens at a time, and the order is always the same.
 */
export class Timeline {
  now: number
  /** What broke of those who have nobody to tell. */
  readonly failures: unknown[] = []
  #moments: { at: number; nth: number; work: () => void | Promise<void> }[] = []
  #added = 0
  #computing = 0

  constructor(start: number) {
    this.now = start
  }

  /** Does something so many milliseconds from now. */
  after(milliseconds: number, work: () => void | Promise<void>): void {
    const moment = { at: this.now + Math.max(0, milliseconds), nth: this.#added++, work }
    const place = this.#moments.findLastIndex(({ at }) => at <= moment.at)
    this.#moments.splice(place + 1, 0, moment)
  }

  /** Begins something that goes on beside everything else. */
  begin(work: () => Promise<unknown>): void {
    this.alsoRuns(work())
  }

  /** Somebody has begun something. */
  alsoRuns(work: Promise<unknown>): void {
    this.#computing += 1
    void work.catch((error: unknown) => this.failures.push(error)).finally(() => (this.#computing -= 1))
  }

  /** Whoever awaits this waits for a moment. What is fulfilled twice was so the first time. */
  hold<Value>(): Held<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>()
    this.#computing -= 1
    let open = true
    const close = () => {
      if (!open) return false
      open = false
      this.#computing += 1
      return true
    }
    return {
      promise,
      fulfil: (value) => void (close() && resolve(value)),
      fail: (error) => void (close() && reject(error)),
      isOpen: () => open,
    }
  }

  wait(milliseconds: number): Promise<void> {
    const held = this.hold<void>()
    this.after(milliseconds, () => held.fulfil())
    return held.promise
  }

  /** Time goes on while nobody looks: what was to happen meanwhile happens late. */
  jump(milliseconds: number): void {
    this.now += milliseconds
  }

  /** Lets everything happen that has its moment before `end`. */
  async runUntil(end: number): Promise<void> {
    await this.#stillness()
    for (let next = this.#moments[0]; next && next.at <= end; next = this.#moments[0]) {
      this.#moments.shift()
      this.now = Math.max(this.now, next.at)
      await next.work()
      await this.#stillness()
    }
    this.now = Math.max(this.now, end)
  }

  async #stillness(): Promise<void> {
    const patience = performance.now() + 10_000
    // Twice: what was begun in the last turn may still hand something on.
    do {
      await turn()
      if (performance.now() > patience) throw new Error('Something waits for what is not of this timeline.')
    } while (this.#computing > 0)
  }
}
