/** Entries as they are typed: one line, separated by commas. */
export const joinList = (entries: readonly string[]): string => entries.join(', ')

/** Split on commas and trimmed. An entry that was `known` with a comma of its own stays whole while it is not changed. */
export function splitList(text: string, known: readonly string[] = []): string[] {
  const whole = known
    .filter((entry) => entry.includes(','))
    .toSorted((one, other) => other.length - one.length)
  const guarded = whole.reduce(
    (so, entry) => so.replaceAll(entry, entry.replaceAll(',', COMMA_PLACEHOLDER)),
    text,
  )
  return guarded
    .split(',')
    .map((entry) => entry.replaceAll(COMMA_PLACEHOLDER, ',').trim())
    .filter((entry) => entry !== '')
}

// No person types it, and no text that is kept has it.
const COMMA_PLACEHOLDER = '\u0000'
