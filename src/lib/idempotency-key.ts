/** Names each thing that is asked for: the same words again, after a lost answer, are the same request. */
export function createIdempotencyKey(): (words: unknown) => string {
  let last = { words: '', id: '' }
  return (words) => {
    const now = JSON.stringify(words)
    if (last.words !== now) last = { words: now, id: crypto.randomUUID() }
    return last.id
  }
}
