import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export const PROJECT = resolve(import.meta.dirname, '../..')

/** Without the variables of the test runner, such as NODE_ENV, which would change the build. */
export const environment = {
  ...Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'CI', 'CHROMIUM', 'FIREFOX', 'E2E_PORT', 'SystemRoot'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
  ),
  // Packages and browsers are installed; the scripts before npm's would install them again.
  npm_config_ignore_scripts: 'true',
}

export const run = promisify(execFile)
/** Not one that was deleted since the last commit. */
const isThere = (file: string) => file !== '' && existsSync(join(PROJECT, file))

/** Fills a folder with a copy of the project, as git would commit it, that shares its packages. */
export async function copyProject(folder: string): Promise<void> {
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: PROJECT,
    maxBuffer: 16_000_000,
  })
  for (const file of listed.stdout.split('\0').filter(isThere))
    await cp(join(PROJECT, file), join(folder, file))
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
}

/** Fills a folder with another clinic, made as docs/adopt.md says: the example in place of the same files of the content. */
export async function copyExample(folder: string): Promise<void> {
  await copyProject(folder)
  await rm(join(folder, 'src/content/therapies'), { recursive: true })
  await cp(join(PROJECT, 'examples/harbour-physio'), join(folder, 'src/content'), { recursive: true })
}
