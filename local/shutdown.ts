import { readOptional } from '#local/read-optional.ts'

type Stop = () => Promise<void>

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs until a signal arrives or the parent npm process ends, then stops cleanly, even while still starting. */
export async function runUntilStopped(start: () => Promise<Stop>): Promise<void> {
  const shutdown = Promise.withResolvers<void>()
  for (const signal of SIGNALS) process.on(signal, () => shutdown.resolve())
  watchParent(() => shutdown.resolve())
  try {
    const starting = start()
    await Promise.race([starting.then(() => shutdown.promise), shutdown.promise])
    // A second Ctrl-C exits at once.
    for (const signal of SIGNALS) process.on(signal, () => process.exit(1))
    const stop = await starting
    await stop()
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** A killed npm sends no signal, so this process would keep running and hold the port. */
function watchParent(onGone: () => void): void {
  if (!process.env['npm_lifecycle_event']) return
  const before = ancestors()
  setInterval(() => ancestors() !== before && onGone(), 500).unref()
}

/** Identifies the parent, and on Linux also its parent: npm runs scripts in a shell, and that shell survives npm. */
function ancestors(): string {
  const stat = readOptional(`/proc/${process.ppid}/stat`) ?? ''
  // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: pid (name) state parent …
  const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(stat) ?? []
  return name?.endsWith('sh') ? `${process.ppid} ${grandparent}` : `${process.ppid}`
}
