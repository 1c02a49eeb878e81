import {
  NO_FAULTS,
  type Fault,
  type FaultPlan,
  type ServiceCall,
} from '#tests/resilience/simulation/fault-plan.ts'

/** One call of one function at which a fault is injected. */
export interface FaultPoint {
  /** Number of the call within its function, from 0. */
  at: number
  fault: Fault
  /** Whether the SDK's retry of the call fails as well. */
  again: boolean
}

/** Injects at most one fault, into the first process whose name has this prefix. */
export class SingleFaultPlan implements FaultPlan {
  readonly delay = NO_FAULTS.delay
  readonly statementDelay = NO_FAULTS.statementDelay
  /** The calls of that process so far. */
  readonly calls: ServiceCall[] = []
  /** Whether the call that should fail has been made. */
  isReached = false
  readonly #prefix: string
  readonly #point: FaultPoint | undefined

  constructor(prefix: string, point?: FaultPoint) {
    this.#prefix = prefix
    this.#point = point
  }

  faultOf(call: ServiceCall): Fault {
    const first = this.calls[0] ?? call
    if (!call.processName.startsWith(this.#prefix) || call.processName !== first.processName) return 'well'
    this.calls.push(call)
    this.isReached ||= call.nth === (this.#point?.at ?? 0)
    if (!this.#point) return 'well'
    const { at, fault, again } = this.#point
    const isRetry = again && call.nth === at + 1 && call.name === this.calls[at]?.name
    return call.nth === at || isRetry ? fault : 'well'
  }
}
