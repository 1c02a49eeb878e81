const LEVELS = ['info', 'warn', 'error'] as const

const LINES_SHOWN = 10

/** What is logged while this runs goes into `lines` instead of onto the screen; an error has the last of them. */
export async function hushed<Result>(work: (lines: string[]) => Promise<Result>): Promise<Result> {
  const lines: string[] = []
  const said = LEVELS.map((level) => [level, console[level]] as const)
  for (const level of LEVELS) console[level] = (...words: unknown[]) => void lines.push(words.join(' '))
  try {
    return await work(lines)
  } catch (error) {
    if (error instanceof Error && lines.length > 0) {
      const last = ['\nLogged last:', ...lines.slice(-LINES_SHOWN)].join('\n  ')
      error.stack = `${error.stack}${last}`
      error.message += last
    }
    throw error
  } finally {
    for (const [level, say] of said) console[level] = say
  }
}
