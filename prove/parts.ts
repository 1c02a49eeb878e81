import type { Part } from './part.ts'

/** Every kind of check, by its name in the last line, in the order they run. */
export const PARTS: Record<string, () => Promise<Part>> = {
  crashPoints: async () => (await import('./simulator/crash-points.ts')).proveCrashPoints,
  schedules: async () => (await import('./simulator/schedules.ts')).proveSchedules,
  audit: async () => (await import('./audit.ts')).audit,
  ledgerRuns: async () => (await import('./ledger/ledger.ts')).ledger,
  races: async () => (await import('./races.ts')).races,
  fuzzed: async () => (await import('./fuzz/fuzz.ts')).fuzz,
  kills: async () => (await import('./kills/kills.ts')).kills,
  restores: async () => (await import('./restores/restores.ts')).restores,
  slowWorlds: async () => (await import('./slow-worlds/slow-worlds.ts')).slowWorlds,
}
