/** Creates a function that returns the same id for the same input as last time, so a retry has no second effect. */
export function createIdempotencyKey(): (input: unknown) => string {
  let last = { input: '', id: '' }
  return (input) => {
    const json = JSON.stringify(input)
    if (last.input !== json) last = { input: json, id: crypto.randomUUID() }
    return last.id
  }
}
