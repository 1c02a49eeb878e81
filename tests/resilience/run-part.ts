import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'
import type { PartOptions, PartResult } from '#tests/resilience/part.ts'
import { commandFor } from '#tests/resilience/read-plan.ts'

const PLAY_PART = join(import.meta.dirname, 'play-part.ts')

export type Task = Omit<PartOptions, 'progress'> & { name: string }

/** A message from the process that plays a part. */
export type PartMessage =
  { done: number; of: number; detail?: string | undefined } | { outcome: PartResult } | { stopped: string }

/** Kept end of a process's standard error (characters). */
const STDERR_KEPT = 4000

/** Plays a part in a child process, so that two parts use two cores. */
export async function runPart(
  task: Task,
  progress: PartOptions['progress'],
  player = PLAY_PART,
): Promise<PartResult> {
  const child = fork(player, { stdio: ['inherit', 'inherit', 'pipe', 'ipc'] })
  let lastStderr = ''
  child.stderr?.on('data', (text: Buffer) => {
    process.stderr.write(text)
    lastStderr = (lastStderr + text.toString()).slice(-STDERR_KEPT)
  })
  const ended = once(child, 'close') as Promise<[code: number | null, signal: string | null]>
  child.send(task)
  let outcome: PartResult | undefined
  let stopped: string | undefined
  let position = 'before its first case'
  for await (const [message] of on(child, 'message', { close: ['disconnect'] }) as AsyncIterable<
    [PartMessage]
  >) {
    if ('outcome' in message) outcome = message.outcome
    else if ('stopped' in message) stopped = message.stopped
    else {
      position = `at ${[`${message.done} of ${message.of}`, message.detail].filter(Boolean).join(', ')}`
      progress(message.done, message.of, message.detail)
    }
  }
  const [code, signal] = await ended
  const failures = [...(outcome?.failures ?? [])]
  if (stopped) failures.push(`stopped ${position}: ${stopped}`)
  else if (!outcome || code !== 0) {
    failures.push(`ended ${position} with ${signal ?? `code ${code}`}\n${lastStderr.trim()}`)
  }
  const command = commandFor({ ...task, parts: [task.name] })
  return {
    covered: outcome?.covered ?? 0,
    failures: failures.map((failure) => `${task.name}: ${failure}\n  Again: ${command}`),
    report: outcome?.report ?? [],
  }
}
