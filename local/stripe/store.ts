import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emptyState, type State } from './state.ts'

export interface Store {
  state: State
  /** Resolves when everything that was changed before the call is on disk. */
  save: () => Promise<void>
}

export function openStore(file?: string): Store {
  const state = file && existsSync(file) ? readState(file) : emptyState()
  let last = Promise.resolve()
  let queued: Promise<void> | undefined

  // Calls that arrive while the file is being written share the next write.
  function save() {
    if (!file) return last
    queued ??= last = last
      .catch(() => undefined)
      .then(() => {
        queued = undefined
        return writeWhole(file, JSON.stringify(state))
      })
    return queued
  }
  return { state, save }
}

const readState = (file: string): State => ({
  ...emptyState(),
  ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<State>),
})

/** A reader, or a kill in the middle, sees the old file or the new one, never half of one. */
async function writeWhole(file: string, content: string) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.tmp`, content)
  await rename(`${file}.tmp`, file)
}
