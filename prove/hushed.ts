const LEVELS = ['info', 'warn', 'error'] as const

/** What is logged while this runs goes into `lines` instead of onto the screen. */
export async function hushed<Result>(work: (lines: string[]) => Promise<Result>): Promise<Result> {
  const lines: string[] = []
  const said = LEVELS.map((level) => [level, console[level]] as const)
  for (const level of LEVELS) console[level] = (...words: unknown[]) => void lines.push(words.join(' '))
  try {
    return await work(lines)
  } finally {
    for (const [level, say] of said) console[level] = say
  }
}
