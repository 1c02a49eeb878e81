// Plain JavaScript without dependencies, because it runs on the machine's own Node before any package is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isInstalled } from '#local/installed.mjs'

/**
 * Returns whether this program, or the `node` that npm scripts find, is Node 24.7 or newer, which runs TypeScript and has
 * argon2.
 */
export function isNodeRecent(program = 'node') {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const [major, minor] = (/^v(\d+)\.(\d+)/.exec(stdout) ?? []).slice(1).map(Number)
  return major !== undefined && minor !== undefined && (major > 24 || (major === 24 && minor >= 7))
}

/**
 * If the machine's Node is too old, installs the Node of the lock file in this folder and links it into
 * `node_modules/.bin`, which npm puts first on the PATH of its scripts. Throws if there is none for this platform.
 * @param {string} root
 * @param {(folder: string) => Promise<void>} install
 */
export async function provideNode(root, install) {
  const folder = join(root, 'local', 'node')
  const link = join(root, 'node_modules', '.bin', 'node')
  const isUpToDate = !existsSync(link) || isInstalled(folder)
  if (isUpToDate && isNodeRecent()) return
  if (!isInstalled(folder)) await install(folder)
  const program = join(folder, 'node_modules', '.bin', 'node')
  rmSync(link, { force: true })
  if (!isNodeRecent(program)) {
    // npm skips an optional package silently when the download fails; removing the folder makes the next run retry.
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    throw new Error(
      'No Node 24 can be installed from npm for this kind of machine: install Node 24 (https://nodejs.org) and run this again.',
    )
  }
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(relative(dirname(link), program), link)
}
