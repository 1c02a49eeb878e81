import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildFunctions } from '#scripts/build-functions.ts'
import { explainUnreadable } from '#scripts/website/explain-unreadable.ts'
import { readWebsite } from '#scripts/website/read-website.ts'

const ROOT = resolve(import.meta.dirname, '..')
const ASTRO = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin', 'astro.mjs')

/** Builds pages and functions from the sources and one published version of the website. */
async function main(): Promise<void> {
  const { values: folders } = parseArgs({
    options: { site: { type: 'string' }, functions: { type: 'string' } },
  })
  // Before Astro, whose log would bury the sentences in stack traces.
  const { checkContent } = await import('#clinic/check.ts').catch(explainUnreadable)
  checkContent()
  const website = await readWebsite({
    databaseUrl: process.env['DATABASE_URL'],
    siteUrl: process.env['URL'],
    now: new Date(),
    report: (line) => console.log(line),
  })
  const work = await mkdtemp(join(tmpdir(), 'website-'))
  try {
    const file = join(work, 'website.json')
    await writeFile(file, JSON.stringify(website))
    process.env['WEBSITE_FILE'] = file
    await buildPages(folders.site)
    await buildFunctions({ ...(folders.functions && { outdir: folders.functions }) })
    const { listClaims } = await import('#scripts/website/list-claims.ts')
    const { defaultsOf, reportDefaults } = await import('#scripts/website/report-defaults.ts')
    for (const line of [...listClaims(), ...reportDefaults(defaultsOf(website.website, new Date()))])
      console.log(line)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function buildPages(outDir: string | undefined): Promise<void> {
  const options = outDir ? ['--outDir', outDir] : []
  const child = spawn(process.execPath, [ASTRO, 'build', ...options], {
    cwd: ROOT,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error('The pages could not be built.')
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
