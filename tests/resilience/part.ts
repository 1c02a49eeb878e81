export interface PartOptions {
  /** The first seed. Random choices follow from the seeds alone, so the same number repeats a run. */
  from: number
  /** How many cases are played, for a part that is `counted`; each has a number for everyday runs. */
  count?: number | undefined
  /** The database server whose `template_migrated` is a migrated, empty database to be cloned from. */
  postgresPort: number
  /** How far the part is, for the line that the terminal shows, with what it takes to go on from there. */
  progress: (done: number, of: number, detail?: string) => void
}

export interface Outcome {
  /** How many cases were run; the part says of what. */
  covered: number
  /** A sentence for each case that broke, with what it takes to see it again. */
  failures: string[]
  /** What was covered, and what fell short of what was meant to be. */
  report: string[]
}

/** One kind of check. It starts what it needs and leaves nothing behind. */
export type Part = (options: PartOptions) => Promise<Outcome>
