const LEVELS = ['info', 'warn', 'error'] as const

const LINES_SHOWN = 10

/** Runs `work` with the console's output in `lines`, and adds the last lines to an error that it throws. */
export async function silenceConsole<Result>(work: (lines: string[]) => Promise<Result>): Promise<Result> {
  const lines: string[] = []
  const original = LEVELS.map((level) => [level, console[level]] as const)
  for (const level of LEVELS) console[level] = (...args: unknown[]) => void lines.push(args.join(' '))
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
    for (const [level, write] of original) console[level] = write
  }
}
