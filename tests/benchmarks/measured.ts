import type { Target } from './target.ts'

/** What a run of the bench has to say: to people in tables, to programs in figures. */
export interface Measured {
  targets: Target[]
  tables: string[]
  figures: Record<string, unknown>
}
