/** Starts a limit of `ms`. The function that it returns tells whether it is over. */
export function timeLimit(clock: { now(): Date }, ms: number): () => boolean {
  const stopAt = clock.now().getTime() + ms
  return () => clock.now().getTime() >= stopAt
}
