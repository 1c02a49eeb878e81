/** Lost connections, a server that stops or starts, and too many connections: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const LOST = /^(?:08|53|57P0)/

/** Returns whether the database could not be reached, so that the same request may succeed in a moment. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'NeonDbError') return false
  // Neon's driver has no code for a connection that fails and for an answer that is none of Postgres.
  return !('code' in error) || typeof error.code !== 'string' || LOST.test(error.code)
}
