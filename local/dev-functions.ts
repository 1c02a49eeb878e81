import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { loadFunctions, type Functions } from '#local/netlify/functions.ts'
import { buildFunctions } from '#scripts/build-functions.ts'

export interface DevFunctions {
  readonly current: Functions
  /** Must be called for every changed file. */
  onFileChange: (file: string) => void
}

const SOURCES = /^(src\/(contract|server|content)|netlify\/functions)\//

/** Keeps the functions at the last change that could be built. */
export async function watchFunctions(root: string, dir: string): Promise<DevFunctions> {
  await rm(dir, { recursive: true, force: true })
  let round = 0
  let building: Promise<void> | undefined
  let isStale = false
  let current = await build()

  // Into a new folder each time, because Node imports a file only once.
  async function build(): Promise<Functions> {
    const previous = join(dir, `${round}`)
    const outdir = join(dir, `${(round += 1)}`)
    await buildFunctions({ outdir })
    const loaded = await loadFunctions(outdir)
    await rm(previous, { recursive: true, force: true })
    return loaded
  }

  async function rebuild(): Promise<void> {
    do {
      isStale = false
      try {
        current = await build()
      } catch (error) {
        console.error(
          `The functions stay as they were: ${error instanceof Error ? error.message : 'no reason'}`,
        )
      }
    } while (isStale)
    building = undefined
  }

  return {
    get current() {
      return current
    },
    onFileChange(file) {
      if (!SOURCES.test(relative(root, file).replaceAll('\\', '/'))) return
      isStale = true
      building ??= rebuild()
    },
  }
}
