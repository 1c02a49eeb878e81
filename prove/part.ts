export interface PartOptions {
  /** Another number makes other random choices; the same number makes the same ones again. */
  seed: number
  /** Ten to a hundred times as much, for a night. */
  long: boolean
  /** The database server whose `template_migrated` is a migrated, empty database to be cloned from. */
  postgresPort: number
  /** How far the part is, for the line that the terminal shows. */
  progress: (done: number, of: number) => void
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
