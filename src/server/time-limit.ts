/** Starts a limit of `ms`. Returns a function that is true once it is over. */
export function timeLimit(clock: { now(): Date }, ms: number): () => boolean {
  const stopAt = clock.now().getTime() + ms
  return () => clock.now().getTime() >= stopAt
}
