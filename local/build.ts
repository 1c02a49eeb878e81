import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const INPUTS = ['src/**', 'public/**', 'netlify/**', '*.{mjs,json,toml}']
const ASTRO = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin', 'astro.mjs')

/** Builds pages and functions as for deployment, unless nothing that goes into them has changed since. */
export async function buildSite(root: string, report: (step: string) => void): Promise<void> {
  const stamp = join(root, 'build', 'built-from')
  const inputs = await fingerprint(root)
  if ((await isBuilt(root)) && (await readFile(stamp, 'utf8').catch(() => '')) === inputs) return
  report('Building the site')
  await Promise.all([run(root, ASTRO, 'build'), run(root, join(root, 'netlify', 'build-functions.ts'))])
  await mkdir(dirname(stamp), { recursive: true })
  await writeFile(stamp, inputs)
}

async function isBuilt(root: string): Promise<boolean> {
  return ['dist/index.html', 'build/functions'].every((path) => existsSync(join(root, path)))
}

/** By contents: a checkout of the same files needs no new build. */
async function fingerprint(root: string): Promise<string> {
  const hash = createHash('sha256')
  const files = await Array.fromAsync(glob(INPUTS, { cwd: root, withFileTypes: true }))
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  for (const path of paths.toSorted())
    hash
      .update(`${path}\0`)
      .update(await readFile(path))
      .update('\0')
  return hash.digest('hex')
}

/** Its output matters only when it fails. */
async function run(root: string, script: string, ...parameters: string[]): Promise<void> {
  const child = spawn(process.execPath, [script, ...parameters], {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`The build failed:\n\n${said.trim()}`)
}
