import type { Part } from './part.ts'

interface Entry {
  /** Plays as many cases as `--count` says. */
  counted?: true
  /** Runs while no other part does: it measures how long something takes. */
  alone?: true
  load: () => Promise<Part>
}

/** Every kind of check, by its name in the last line; those that take longest begin. */
export const PARTS: Record<string, Entry> = {
  fuzzed: { counted: true, load: async () => (await import('./fuzz/fuzz.ts')).fuzz },
  ledgerRuns: { counted: true, load: async () => (await import('./ledger/ledger.ts')).ledger },
  schedules: { counted: true, load: async () => (await import('./simulation/schedules.ts')).runSchedules },
  crashPoints: { load: async () => (await import('./simulation/crash-points.ts')).runCrashPoints },
  races: { counted: true, load: async () => (await import('./races.ts')).races },
  kills: { counted: true, load: async () => (await import('./kills/kills.ts')).kills },
  restores: { counted: true, load: async () => (await import('./restores/restores.ts')).restores },
  audit: { load: async () => (await import('./audit.ts')).audit },
  slowWorlds: { alone: true, load: async () => (await import('./latency/latency.ts')).slowWorlds },
}
