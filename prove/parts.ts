import type { Part } from './part.ts'

/**
 * Every kind of check, by its name in the last line. `alone`: what it looks at is how long something takes, or a crowd.
 * The others begin with the last of them, which takes longest.
 */
export const PARTS: Record<string, { alone?: true; load: () => Promise<Part> }> = {
  crashPoints: { load: async () => (await import('./simulator/crash-points.ts')).proveCrashPoints },
  schedules: { load: async () => (await import('./simulator/schedules.ts')).proveSchedules },
  audit: { load: async () => (await import('./audit.ts')).audit },
  fuzzed: { load: async () => (await import('./fuzz/fuzz.ts')).fuzz },
  ledgerRuns: { load: async () => (await import('./ledger/ledger.ts')).ledger },
  races: { alone: true, load: async () => (await import('./races.ts')).races },
  kills: { alone: true, load: async () => (await import('./kills/kills.ts')).kills },
  restores: { alone: true, load: async () => (await import('./restores/restores.ts')).restores },
  slowWorlds: { alone: true, load: async () => (await import('./slow-worlds/slow-worlds.ts')).slowWorlds },
}
