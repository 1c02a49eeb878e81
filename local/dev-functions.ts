import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { buildFunctions } from '../scripts/build-functions.ts'
import { type Functions, loadFunctions } from './netlify/functions.ts'

export interface DevFunctions {
  readonly current: Functions
  /** To be told of every changed file. */
  changed: (file: string) => void
}

const SOURCES = /^(src\/(contract|server|content)|netlify\/functions)\//

/** The functions as of the last change that could be built. */
export async function functionsOnChange(root: string, dir: string): Promise<DevFunctions> {
  await rm(dir, { recursive: true, force: true })
  let round = 0
  let building: Promise<void> | undefined
  let again = false
  let current = await build()

  // Into a folder of its own each time: node imports a file only once.
  async function build(): Promise<Functions> {
    const before = join(dir, `${round}`)
    const outdir = join(dir, `${(round += 1)}`)
    await buildFunctions({ outdir })
    const loaded = await loadFunctions(outdir)
    await rm(before, { recursive: true, force: true })
    return loaded
  }

  async function rebuild(): Promise<void> {
    do {
      again = false
      try {
        current = await build()
      } catch (error) {
        console.error(
          `The functions stay as they were: ${error instanceof Error ? error.message : 'no reason'}`,
        )
      }
    } while (again)
    building = undefined
  }

  return {
    get current() {
      return current
    },
    changed(file) {
      if (!SOURCES.test(relative(root, file).replaceAll('\\', '/'))) return
      again = true
      building ??= rebuild()
    },
  }
}
