import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type BuildOptions } from 'esbuild'
import { literalConfig } from '#scripts/literal-config.ts'
import { publishedFunctions } from '#scripts/website/published-module.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** esbuild options for a module and its imports as one small file. */
export const BUNDLE_OPTIONS = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  // Not ASCII: an apostrophe of a sentence would need six bytes.
  charset: 'utf8',
  legalComments: 'none',
  // The log names the functions that failed.
  keepNames: true,
} satisfies BuildOptions

interface Folders {
  source?: string
  outdir?: string
}

/**
 * Bundles each function into one file. Netlify's packager would ship node_modules file by file (704 files, 196 ms to
 * import instead of 54) and reads `config` from the text only: a computed one silently becomes no route.
 */
export async function buildFunctions(folders: Folders = {}): Promise<void> {
  const source = resolve(folders.source ?? join(ROOT, 'netlify/functions'))
  const outdir = resolve(folders.outdir ?? join(ROOT, 'build/functions'))
  const functions = await listFunctions(source)
  await mkdir(dirname(outdir), { recursive: true })
  const work = await mkdtemp(`${outdir}.building-`)
  try {
    await bundle(functions, join(work, 'probe'))
    await bundle(await writeEntries(functions, work), join(work, 'done'))
    await replaceFiles(join(work, 'done'), outdir)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function listFunctions(source: string): Promise<string[]> {
  const found = await readdir(source, { withFileTypes: true }).catch(() => {
    throw new Error(`There is no folder of functions at ${source}`)
  })
  for (const entry of found) refuseIgnored(entry.name, entry.isDirectory())
  if (found.length === 0) throw new Error(`There is no function in ${source}`)
  return found.map((entry) => join(source, entry.name)).toSorted()
}

/** Refuses files that Netlify would silently ignore or silently deploy. */
function refuseIgnored(name: string, isFolder: boolean): void {
  if (isFolder)
    throw new Error(`${name}/: a function in a folder of its own would not be built; keep them flat`)
  if (!/^[a-z0-9-]+\.mts$/.test(name)) throw new Error(`${name}: a function is a file called kebab-case.mts`)
}

async function bundle(entryPoints: string[], outdir: string): Promise<void> {
  await build({
    entryPoints,
    outdir,
    absWorkingDir: ROOT,
    ...BUNDLE_OPTIONS,
    plugins: [publishedFunctions],
    // Netlify tells it to the build only.
    define: { 'process.env.COMMIT_REF': JSON.stringify(process.env['COMMIT_REF'] ?? '') },
    logLevel: 'silent',
  })
}

async function writeEntries(functions: string[], work: string): Promise<string[]> {
  await mkdir(join(work, 'entries'))
  return Promise.all(
    functions.map(async (file) => {
      const name = basename(file, '.mts')
      const probe = await import(pathToFileURL(join(work, 'probe', `${name}.mjs`)).href)
      const config = literalConfig(name, probe, process.env['FUNCTIONS_REGION'] || undefined)
      const entry = join(work, 'entries', `${name}.js`)
      await writeFile(
        entry,
        `export { default } from ${JSON.stringify(file)}\nexport const config = ${config}\n`,
      )
      return entry
    }),
  )
}

/** Writes files through rename, so that a concurrent reader never sees half of one. */
async function replaceFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  const fresh = await readdir(from)
  await Promise.all(fresh.map((name) => rename(join(from, name), join(to, name))))
  const stale = (await readdir(to)).filter((name) => !fresh.includes(name))
  await Promise.all(stale.map((name) => rm(join(to, name), { recursive: true })))
}

if (import.meta.main) await buildFunctions()
