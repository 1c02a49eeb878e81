import { createHash } from 'node:crypto'
import type { Timeline } from '#local/timeline.ts'
import type { Fault, ServiceCall } from '#tests/resilience/simulation/fault-plan.ts'

/** The events of a run, one line each. Two runs of one seed have the same lines, except for ids. */
export class Trace {
  readonly lines: string[] = []
  /** Number of calls that met a fault. */
  faults = 0
  readonly #timeline: Timeline
  #calls = 0

  constructor(timeline: Timeline) {
    this.#timeline = timeline
  }

  nextCallNumber(): number {
    return (this.#calls += 1)
  }

  /** Number of calls so far. */
  get calls(): number {
    return this.#calls
  }

  note(line: string): void {
    this.lines.push(`${new Date(this.#timeline.now).toISOString().slice(5, 23)}  ${line}`)
  }

  noteSent(call: ServiceCall, fault: Fault): void {
    if (fault === 'well') return
    this.faults += 1
    this.note(`#${call.number} ${call.processName}: ${call.service} leaves: ${fault}`)
  }

  noteDone({ number, processName, service, name }: ServiceCall, error?: unknown): void {
    this.note(
      `#${number} ${processName}: ${service} ${name}${error === undefined ? '' : ` → ${describeError(error)}`}`,
    )
  }

  /** A hash of all lines, equal for two runs that went the same way. The database's own ids differ in each run. */
  get fingerprint(): string {
    return createHash('sha256')
      .update(numberIds(this.lines.join('\n')))
      .digest('base64url')
  }
}

/** Replaces each id by the order in which it first appears. */
function numberIds(text: string): string {
  const numbers = new Map<string, number>()
  return text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
    const number = numbers.get(id) ?? numbers.size
    numbers.set(id, number)
    return `id ${number}`
  })
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 160) : String(error)
