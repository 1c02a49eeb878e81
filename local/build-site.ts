import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { glob, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SKEW_PROTECTION_FILE } from '#scripts/skew-protection.ts'

const INPUTS = ['src/**', 'art/**', 'public/**', 'netlify/**', 'scripts/**', '*.{mjs,json,toml}']
const ASTRO = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin', 'astro.mjs')

/** Builds pages and functions as for deployment, unless their inputs are unchanged. */
export async function buildSite(root: string, report: (step: string) => void): Promise<void> {
  const stamp = join(root, 'build', 'built-from')
  const inputs = await readInputs(root)
  const built = await builtAt(root)
  if (built && (await readFile(stamp, 'utf8').catch(() => '')) === inputs.hash) return
  // After `npm run build` by hand, the output is newer than the inputs: only write the stamp.
  if (built <= inputs.changedAt) {
    report('Building the site')
    await Promise.all([run(root, ASTRO, 'build'), run(root, join(root, 'scripts', 'build-functions.ts'))])
  }
  await mkdir(dirname(stamp), { recursive: true })
  await writeFile(stamp, inputs.hash)
}

/** Returns when the oldest output was built (ms since 1970); 0 if one is missing. */
async function builtAt(root: string): Promise<number> {
  const outputs = ['dist/index.html', 'build/functions', SKEW_PROTECTION_FILE]
  const paths = outputs.map((path) => join(root, path))
  const times = paths.map((path) => stat(path).then(({ mtimeMs }) => mtimeMs))
  return Math.min(...(await Promise.all(times).catch(() => [0])))
}

/** Hashes the contents, so that a fresh checkout of the same files needs no build. Folders count for `changedAt`, because
 *  deleting a file changes only its folder. */
async function readInputs(root: string): Promise<{ hash: string; changedAt: number }> {
  const hash = createHash('sha256')
  let changedAt = 0
  const paths = await Array.fromAsync(glob(INPUTS, { cwd: root }))
  for (const path of paths.toSorted()) {
    const stats = await stat(join(root, path))
    changedAt = Math.max(changedAt, stats.mtimeMs)
    if (stats.isFile())
      hash
        .update(`${path}\0`)
        .update(await readFile(join(root, path)))
        .update('\0')
  }
  return { hash: hash.digest('hex'), changedAt }
}

/** Runs a script and throws with its output if it fails. */
async function run(root: string, script: string, ...parameters: string[]): Promise<void> {
  const child = spawn(process.execPath, [script, ...parameters], {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`The build failed:\n\n${output.trim()}`)
}
