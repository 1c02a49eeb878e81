import { createHash } from 'node:crypto'
import type { Crossing, Fate } from './fault-plan.ts'
import type { Timeline } from './timeline.ts'

/** What happened in a run, a line each. Two runs of one seed have the same lines. */
export class Trace {
  readonly lines: string[] = []
  /** How many calls did not go well. */
  faults = 0
  readonly #timeline: Timeline
  #crossings = 0

  constructor(timeline: Timeline) {
    this.#timeline = timeline
  }

  nextNumber(): number {
    return (this.#crossings += 1)
  }

  get crossings(): number {
    return this.#crossings
  }

  note(line: string): void {
    this.lines.push(`${new Date(this.#timeline.now).toISOString().slice(5, 23)}  ${line}`)
  }

  leaves(crossing: Crossing, fate: Fate): void {
    if (fate === 'well') return
    this.faults += 1
    this.note(`#${crossing.number} ${crossing.life}: ${crossing.door} leaves: ${fate}`)
  }

  done({ number, life, door, name }: Crossing, error?: unknown): void {
    this.note(`#${number} ${life}: ${door} ${name}${error === undefined ? '' : ` → ${sayError(error)}`}`)
  }

  /** Tells whether another run went the same way. */
  get fingerprint(): string {
    return createHash('sha256').update(this.lines.join('\n')).digest('base64url')
  }
}

export const sayError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 160) : String(error)
