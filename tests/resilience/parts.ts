import type { Part } from './part.ts'

interface Entry {
  /** Accepts `--count`. */
  counted?: true
  /** Runs while no other part does, because it measures time. */
  alone?: true
  load: () => Promise<Part>
}

/** All parts by their names in the last line of output, which programs read; the longest ones come first. */
export const PARTS: Record<string, Entry> = {
  races: { counted: true, load: async () => (await import('./races.ts')).races },
  schedules: { counted: true, load: async () => (await import('./simulation/schedules.ts')).runSchedules },
  ledgerRuns: { counted: true, load: async () => (await import('./ledger/ledger.ts')).ledger },
  fuzzed: { counted: true, load: async () => (await import('./fuzz/fuzz.ts')).fuzz },
  crashPoints: { load: async () => (await import('./simulation/crash-points.ts')).runCrashPoints },
  days: { counted: true, load: async () => (await import('./days/days.ts')).days },
  kills: { counted: true, load: async () => (await import('./kills/kills.ts')).kills },
  restores: { counted: true, load: async () => (await import('./restores/restores.ts')).restores },
  audit: { load: async () => (await import('./audit.ts')).audit },
  slowWorlds: { alone: true, load: async () => (await import('./latency/latency.ts')).runLatency },
}
