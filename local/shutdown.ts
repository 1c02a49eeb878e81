import { readIfThere } from './read-optional.ts'

type Stop = () => Promise<void>

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs until a signal comes or npm, which started us, is gone; then stops cleanly, whatever state we are in. */
export async function runUntilStopped(start: () => Promise<Stop>): Promise<void> {
  const leaving = Promise.withResolvers<void>()
  for (const signal of SIGNALS) process.on(signal, () => leaving.resolve())
  watchParent(() => leaving.resolve())
  try {
    const starting = start()
    await Promise.race([starting.then(() => leaving.promise), leaving.promise])
    // The second Ctrl-C does not wait.
    for (const signal of SIGNALS) process.on(signal, () => process.exit(1))
    const stop = await starting
    await stop()
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** A killed npm sends no signal, and would leave us behind on its port. */
function watchParent(onGone: () => void): void {
  if (!process.env['npm_lifecycle_event']) return
  const before = ancestors()
  setInterval(() => ancestors() !== before && onGone(), 500).unref()
}

/** npm puts a shell between itself and us, which outlives it. Only Linux tells us cheaply whose child that is. */
function ancestors(): string {
  const stat = readIfThere(`/proc/${process.ppid}/stat`) ?? ''
  // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: pid (name) state parent …
  const [, name, above] = /\((.*)\) \S (\d+)/.exec(stat) ?? []
  return name?.endsWith('sh') ? `${process.ppid} ${above}` : `${process.ppid}`
}
