import type { Part } from '#tests/resilience/part.ts'

interface Entry {
  /** Accepts `--count`. */
  counted?: true
  load: () => Promise<Part>
}

/** All parts by their names in the last line of output, which programs read; the longest ones come first. */
export const PARTS: Record<string, Entry> = {
  races: { counted: true, load: async () => (await import('#tests/resilience/races.ts')).races },
  schedules: {
    counted: true,
    load: async () => (await import('#tests/resilience/simulation/schedules.ts')).runSchedules,
  },
  ledgerRuns: {
    counted: true,
    load: async () => (await import('#tests/resilience/ledger/ledger.ts')).ledger,
  },
  fuzzed: { counted: true, load: async () => (await import('#tests/resilience/fuzz/fuzz.ts')).fuzz },
  crashPoints: {
    load: async () => (await import('#tests/resilience/simulation/crash-points.ts')).runCrashPoints,
  },
  kills: { counted: true, load: async () => (await import('#tests/resilience/kills/kills.ts')).kills },
  restores: {
    counted: true,
    load: async () => (await import('#tests/resilience/restores/restores.ts')).restores,
  },
  audit: { load: async () => (await import('#tests/resilience/audit.ts')).audit },
}
