import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'
import type { Outcome, PartOptions } from './part.ts'
import { commandFor } from './read-plan.ts'

const PLAYER = join(import.meta.dirname, 'play-part.ts')

export type Task = Omit<PartOptions, 'progress'> & { name: string }

/** What the process that plays a part says while it does. */
export type Said =
  { done: number; of: number; detail?: string | undefined } | { outcome: Outcome } | { stopped: string }

/** Of what a broken process wrote to its error output (characters). */
const LAST_WORDS = 4000

/** Plays a part in a process of its own, so that two of them use two cores. */
export async function runPart(
  task: Task,
  progress: PartOptions['progress'],
  player = PLAYER,
): Promise<Outcome> {
  const child = fork(player, { stdio: ['inherit', 'inherit', 'pipe', 'ipc'] })
  let lastWords = ''
  child.stderr?.on('data', (text: Buffer) => {
    process.stderr.write(text)
    lastWords = (lastWords + text.toString()).slice(-LAST_WORDS)
  })
  const ended = once(child, 'close') as Promise<[code: number | null, signal: string | null]>
  child.send(task)
  let outcome: Outcome | undefined
  let stopped: string | undefined
  let far = 'before its first case'
  for await (const [said] of on(child, 'message', { close: ['disconnect'] }) as AsyncIterable<[Said]>) {
    if ('outcome' in said) outcome = said.outcome
    else if ('stopped' in said) stopped = said.stopped
    else {
      far = `at ${[`${said.done} of ${said.of}`, said.detail].filter(Boolean).join(', ')}`
      progress(said.done, said.of, said.detail)
    }
  }
  const [code, signal] = await ended
  const failures = [...(outcome?.failures ?? [])]
  if (stopped) failures.push(`stopped ${far}: ${stopped}`)
  else if (!outcome || code !== 0) {
    failures.push(`ended ${far} with ${signal ?? `code ${code}`}\n${lastWords.trim()}`)
  }
  const again = commandFor({ ...task, parts: [task.name] })
  return {
    covered: outcome?.covered ?? 0,
    failures: failures.map((failure) => `${task.name}: ${failure}\n  Again: ${again}`),
    report: outcome?.report ?? [],
  }
}
