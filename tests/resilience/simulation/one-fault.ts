import type { Crossing, Fate, Fates } from './fault-plan.ts'
import { WELL } from './fault-plan.ts'

/** One await of one function at which something goes wrong. */
export interface Point {
  /** The how-manieth call of the function, from 0. */
  at: number
  fate: Fate
  /** The SDK's own second try fares no better. */
  again: boolean
}

/** All goes well but one call of the first process whose name begins so. */
export class OneFault implements Fates {
  readonly delay = WELL.delay
  readonly statementDelay = WELL.statementDelay
  /** The calls of that process. */
  readonly calls: Crossing[] = []
  /** Whether it has gone wrong by now. */
  struck = false
  readonly #prefix: string
  readonly #point: Point | undefined

  constructor(prefix: string, point?: Point) {
    this.#prefix = prefix
    this.#point = point
  }

  of(crossing: Crossing): Fate {
    const first = this.calls[0] ?? crossing
    if (!crossing.life.startsWith(this.#prefix) || crossing.life !== first.life) return 'well'
    this.calls.push(crossing)
    this.struck ||= crossing.nth === (this.#point?.at ?? 0)
    if (!this.#point) return 'well'
    const { at, fate, again } = this.#point
    const retried = again && crossing.nth === at + 1 && crossing.name === this.calls[at]?.name
    return crossing.nth === at || retried ? fate : 'well'
  }
}
