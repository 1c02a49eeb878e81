import type { Deferred, Timeline } from '#local/timeline.ts'
import type { Fault, FaultPlan, ServiceCall, ServiceName } from '#tests/resilience/simulation/fault-plan.ts'
import type { Trace } from '#tests/resilience/simulation/trace.ts'

/** One call to a service, described by that service's simulated client. */
interface CallOptions<Answer> {
  service: ServiceName
  name: string
  /** How long the client waits for a response (ms). */
  timeoutMs: number
  /** `isAvailable` false: the service responds with an error and does nothing. */
  perform: (call: ServiceCall, isAvailable: boolean) => Promise<Answer>
  toError: (why: 'unreachable' | 'lost' | 'timeout') => Error
}

export type ProcessOutcome<Answer> = { answer: Answer } | { error: unknown } | 'dead'

export interface SimContext {
  timeline: Timeline
  trace: Trace
  faultPlan: FaultPlan
  /** Problems found while the run goes on. */
  problems: string[]
}

const NEVER_ARRIVES = new Set<Fault>(['refused', 'silence', 'dies before'])
const NO_RESPONSE = new Set<Fault>(['done in silence', 'done too late'])

/** A simulated process that runs one function, from its request to the end of its background work. */
export class SimProcess {
  readonly name: string
  /** Whether one of its calls met a fault or timed out. */
  hasFault = false
  readonly #context: SimContext
  readonly #outcome: Deferred<ProcessOutcome<unknown>>
  #alive = true
  #calls = 0

  constructor(context: SimContext, name: string, outcome: Deferred<ProcessOutcome<unknown>>) {
    this.#context = context
    this.name = name
    this.#outcome = outcome
  }

  finish(outcome: ProcessOutcome<unknown>): void {
    if (this.#alive) this.#outcome.resolve(outcome)
  }

  kill(why: string): void {
    if (!this.#alive) return
    this.#context.trace.note(`${this.name} dies ${why}`)
    this.#alive = false
    this.hasFault = true
    this.#outcome.resolve('dead')
  }

  /** Ends the process after its last step. */
  end(): void {
    this.#alive = false
  }

  /** Calls a service. A call that has been sent arrives even if the process is dead by then. */
  async call<Answer>(options: CallOptions<Answer>): Promise<Answer> {
    const { timeline, trace, faultPlan } = this.#context
    const { service, name, timeoutMs, toError } = options
    const call = {
      number: trace.nextCallNumber(),
      nth: this.#calls++,
      processName: this.name,
      service,
      name,
    }
    const fault = faultPlan.faultOf(call)
    this.hasFault ||= fault !== 'well'
    trace.noteSent(call, fault)
    const response = timeline.defer<Answer>()
    const ifAlive = (deliver: () => void) => void (this.#alive && deliver())

    async function perform(): Promise<() => void> {
      try {
        const answer = await options.perform(call, fault !== 'unwilling')
        trace.noteDone(call)
        return () => response.resolve(answer)
      } catch (error) {
        trace.noteDone(call, error)
        return () => response.reject(error)
      }
    }

    const arrive = async (): Promise<void> => {
      const deliver = await perform()
      if (fault === 'dies after') return this.kill(`after #${call.number}`)
      if (NO_RESPONSE.has(fault)) return
      timeline.after(faultPlan.delay(), () =>
        ifAlive(fault === 'lost' ? () => response.reject(toError('lost')) : deliver),
      )
    }

    timeline.after(timeoutMs, () => {
      if (response.isPending()) this.hasFault = true
      ifAlive(() => response.reject(toError('timeout')))
    })
    if (fault === 'refused') {
      timeline.after(faultPlan.delay(), () => ifAlive(() => response.reject(toError('unreachable'))))
    }
    if (fault === 'dies before') timeline.after(faultPlan.delay(), () => this.kill(`before #${call.number}`))
    if (!NEVER_ARRIVES.has(fault)) {
      const late = fault === 'done too late' ? timeoutMs + 10 * faultPlan.delay() : 0
      timeline.after(late + faultPlan.delay(), () => timeline.start(arrive))
    }
    return await response.promise
  }
}
