import type { Crossing, Door, Fate, Fates } from './fault-plan.ts'
import type { Held, Timeline } from './timeline.ts'
import type { Trace } from './trace.ts'

/** A call as its door sees it. */
export interface DoorCall<Answer> {
  door: Door
  name: string
  /** How long the caller waits for an answer, in milliseconds. */
  patience: number
  /** `willing` false: whoever is behind the door answers that it cannot. */
  perform: (crossing: Crossing, willing: boolean) => Promise<Answer>
  failure: (why: 'unreachable' | 'lost' | 'timeout') => Error
}

export type Outcome<Answer> = { answer: Answer } | { error: unknown } | 'dead'

export interface Surroundings {
  timeline: Timeline
  trace: Trace
  fates: Fates
  /** What is wrong, seen while it happened. */
  wrong: string[]
}

const NEVER_ARRIVES = new Set<Fate>(['refused', 'silence', 'dies before'])
const SILENT = new Set<Fate>(['done in silence', 'done too late'])

/** One process that runs one function, from its call to its last step. Once dead, it is never heard of again. */
export class Life {
  readonly name: string
  /** Something has gone wrong with one of its calls. */
  troubled = false
  readonly #around: Surroundings
  readonly #outcome: Held<Outcome<unknown>>
  #alive = true
  #calls = 0

  constructor(around: Surroundings, name: string, outcome: Held<Outcome<unknown>>) {
    this.#around = around
    this.name = name
    this.#outcome = outcome
  }

  say(outcome: Outcome<unknown>): void {
    if (this.#alive) this.#outcome.fulfil(outcome)
  }

  die(why: string): void {
    if (!this.#alive) return
    this.#around.trace.note(`${this.name} dies ${why}`)
    this.#alive = false
    this.troubled = true
    this.#outcome.fulfil('dead')
  }

  /** It has done all it had to do. */
  end(): void {
    this.#alive = false
  }

  /** Goes through a door. What is on its way arrives, even if nobody is left to hear the answer. */
  async cross<Answer>(call: DoorCall<Answer>): Promise<Answer> {
    const { timeline, trace, fates } = this.#around
    const { door, name, patience, failure } = call
    const crossing = { number: trace.nextNumber(), nth: this.#calls++, life: this.name, door, name }
    const fate = fates.of(crossing)
    this.troubled ||= fate !== 'well'
    trace.leaves(crossing, fate)
    const held = timeline.hold<Answer>()
    const hear = (news: () => void) => void (this.#alive && news())

    async function perform(): Promise<() => void> {
      try {
        const answer = await call.perform(crossing, fate !== 'unwilling')
        trace.done(crossing)
        return () => held.fulfil(answer)
      } catch (error) {
        trace.done(crossing, error)
        return () => held.fail(error)
      }
    }

    const arrive = async (): Promise<void> => {
      const news = await perform()
      if (fate === 'dies after') return this.die(`after #${crossing.number}`)
      if (SILENT.has(fate)) return
      timeline.after(fates.delay(), () => hear(fate === 'lost' ? () => held.fail(failure('lost')) : news))
    }

    timeline.after(patience, () => {
      if (held.isOpen()) this.troubled = true
      hear(() => held.fail(failure('timeout')))
    })
    if (fate === 'refused') timeline.after(fates.delay(), () => hear(() => held.fail(failure('unreachable'))))
    if (fate === 'dies before') timeline.after(fates.delay(), () => this.die(`before #${crossing.number}`))
    if (!NEVER_ARRIVES.has(fate)) {
      const late = fate === 'done too late' ? patience + 10 * fates.delay() : 0
      timeline.after(late + fates.delay(), () => timeline.begin(arrive))
    }
    return await held.promise
  }
}
