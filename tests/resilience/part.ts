export interface PartOptions {
  /** The first seed. All random choices follow from the seeds, so the same number repeats a run. */
  from: number
  /** Number of cases, for a part that is `counted`. Without it, each part has its own default. */
  count?: number | undefined
  /** Port of the database server with `template_migrated`, a migrated, empty database to clone. */
  postgresPort: number
  /** Reports how far the part is; `detail` says how to continue from there. */
  progress: (done: number, of: number, detail?: string) => void
}

export interface PartResult {
  /** Number of cases that were run. */
  covered: number
  /** A sentence for each case that failed, with what repeats it. */
  failures: string[]
  /** Sentences about what was covered and what was not. */
  report: string[]
}

/** One part of the resilience tests. It starts the servers that it needs and stops them. */
export type Part = (options: PartOptions) => Promise<PartResult>
