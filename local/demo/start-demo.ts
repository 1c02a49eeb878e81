import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDemo } from '#local/demo/make-demo.ts'
import { findSite } from '#local/port.ts'
import { readOptional } from '#local/read-optional.ts'
import { buildCopy, startStack, type Stack } from '#local/stack.ts'

interface Options {
  /** The demo's own folder. It is emptied unless it holds a complete demo. */
  dir: string
  /** 0 picks a free one. */
  port: number
  seed: number
  report: (step: string) => void
}

/** Starts the stack on a year of data. The year is played once and ends when it is played. */
export async function startDemo({ dir, port, seed, report }: Options): Promise<Stack> {
  const file = join(dir, 'demo.json')
  const made = readOptional(file)
  if (made === undefined) {
    const end = new Date()
    await rm(dir, { recursive: true, force: true })
    await makeAndBuild({ dir, site: await findSite(port), seed, end, report })
    await writeFile(file, JSON.stringify({ seed, end }))
  } else {
    const { end }: { end: string } = JSON.parse(made)
    report(`Starting the demo of ${end.slice(0, 10)}; to make a new one, delete ${dir}`)
  }
  return await startStack({ port, dir, report })
}

/** Builds the site meanwhile. Throws only when both have ended, so that nothing keeps running. */
async function makeAndBuild(
  options: Parameters<typeof makeDemo>[0] & Pick<Options, 'report'>,
): Promise<void> {
  const done = await Promise.allSettled([
    makeDemo(options).then((services) => services.stop()),
    buildCopy(options.dir, options.report),
  ])
  for (const each of done) if (each.status === 'rejected') throw each.reason
}
