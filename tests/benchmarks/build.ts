import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { buildFunctions } from '#scripts/build-functions.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
const OWN = join(ROOT, 'build', 'bench')
const ASTRO = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin', 'astro.mjs')

interface BenchmarkBuild {
  site: string
  functions: string
}

/** Builds pages and functions into folders of the benchmarks, which no other build overwrites. */
export async function build(): Promise<BenchmarkBuild> {
  const built = { site: join(OWN, 'site'), functions: join(OWN, 'functions') }
  await buildPages(built.site)
  await buildFunctions({ outdir: built.functions })
  return built
}

async function buildPages(outDir: string): Promise<void> {
  const child = spawn(process.execPath, [ASTRO, 'build', '--outDir', outDir], {
    cwd: ROOT,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    // Standard output is reserved for the figures.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('The pages could not be built: see "npx astro build"')
}
