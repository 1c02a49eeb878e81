import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'
import type { Outcome, PartOptions } from './part.ts'

const PLAYER = join(import.meta.dirname, 'play-part.ts')

export type Task = Omit<PartOptions, 'progress'> & { name: string }

/** What the process that plays a part says while it does. */
export type Said = { done: number; of: number } | { outcome: Outcome }

/** Plays a part in a process of its own, so that two of them use two cores. */
export async function runPart(task: Task, progress: PartOptions['progress']): Promise<Outcome> {
  const child = fork(PLAYER)
  const ended = once(child, 'exit') as Promise<[code: number | null]>
  child.send(task)
  let outcome: Outcome | undefined
  for await (const [said] of on(child, 'message', { close: ['disconnect'] }) as AsyncIterable<[Said]>) {
    if ('outcome' in said) outcome = said.outcome
    else progress(said.done, said.of)
  }
  const [code] = await ended
  if (outcome && code === 0) return outcome
  return { covered: 0, failures: [`${task.name} ended with ${code}, see above`], report: [] }
}
