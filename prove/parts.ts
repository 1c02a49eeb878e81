import type { Part } from './part.ts'

/**
 * Every kind of check, by its name in the last line; those that take longest begin. `alone`: what it looks at is how long
 * something takes.
 */
export const PARTS: Record<string, { alone?: true; load: () => Promise<Part> }> = {
  fuzzed: { load: async () => (await import('./fuzz/fuzz.ts')).fuzz },
  ledgerRuns: { load: async () => (await import('./ledger/ledger.ts')).ledger },
  schedules: { load: async () => (await import('./simulator/schedules.ts')).proveSchedules },
  crashPoints: { load: async () => (await import('./simulator/crash-points.ts')).proveCrashPoints },
  races: { load: async () => (await import('./races.ts')).races },
  kills: { load: async () => (await import('./kills/kills.ts')).kills },
  restores: { load: async () => (await import('./restores/restores.ts')).restores },
  audit: { load: async () => (await import('./audit.ts')).audit },
  slowWorlds: { alone: true, load: async () => (await import('./slow-worlds/slow-worlds.ts')).slowWorlds },
}
