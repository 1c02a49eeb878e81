import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { update } from '#scripts/update.ts'

let folder = ''
let copy = ''
const folders: string[] = []

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd,
    stdio: 'pipe',
    encoding: 'utf8',
  })

async function commit(cwd: string, files: Record<string, string | null>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const path = join(cwd, file)
    await mkdir(dirname(path), { recursive: true })
    await (text === null ? rm(path) : writeFile(path, text))
  }
  git(cwd, 'add', '--all')
  git(cwd, 'commit', '--quiet', '--message', 'Change')
}

const read = (file: string) => readFile(join(copy, file), 'utf8')

/** The product with two versions, and a clinic's copy of the first one, without history as the deploy button makes it. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meridian-update-'))
  folders.push(folder)
  const product = join(folder, 'product')
  copy = join(folder, 'copy')
  await mkdir(product)
  await mkdir(copy)
  git(product, 'init', '--quiet')
  const first = {
    'package.json': '1',
    'src/old.ts': 'old',
    'src/content/clinic.ts': 'Mersey',
    'src/content/therapies/massage.ts': 'default',
    '.gitignore': '.env\n',
  }
  await commit(product, first)
  await commit(product, {
    'package.json': '2',
    'src/old.ts': null,
    'src/new.ts': 'new',
    'src/content/clinic.ts': 'Mersey, changed',
    'src/content/colors.ts': 'new',
    'src/content/therapies/reiki.ts': 'default',
  })
  git(product, 'tag', 'v2')
  git(copy, 'init', '--quiet')
  await commit(copy, {
    ...first,
    'src/content/clinic.ts': 'Harbour',
    'src/content/photographs/door.jpg': 'jpeg',
  })
  await commit(copy, { 'src/content/therapies/massage.ts': null, 'src/content/therapies/physio.ts': 'own' })
  await writeFile(join(copy, '.env'), 'SECRET=1')
  git(copy, 'remote', 'add', 'upstream', product)
})

afterAll(async () => {
  for (const one of folders) await rm(one, { recursive: true, force: true })
})

test('an update replaces everything but the clinic’s content and its .env', async () => {
  await update(copy, 'v2')
  expect(await read('package.json')).toBe('2')
  expect(await read('src/new.ts')).toBe('new')
  expect(existsSync(join(copy, 'src/old.ts'))).toBe(false)
  expect(await read('src/content/clinic.ts')).toBe('Harbour')
  expect(await read('src/content/photographs/door.jpg')).toBe('jpeg')
  expect(await read('src/content/therapies/physio.ts')).toBe('own')
  for (const gone of ['massage', 'reiki'])
    expect(existsSync(join(copy, `src/content/therapies/${gone}.ts`))).toBe(false)
  expect(await read('.env')).toBe('SECRET=1')
  git(copy, 'commit', '--quiet', '--message', 'Update')
  expect(git(copy, 'status', '--porcelain')).toBe('')
})

test('an update brings a file of the content that the copy lacks, and names it once', async () => {
  expect(await update(copy, 'v2')).toEqual(['src/content/colors.ts'])
  expect(await read('src/content/colors.ts')).toBe('new')
  await writeFile(join(copy, 'src/content/colors.ts'), 'Harbour')
  git(copy, 'add', '--all')
  git(copy, 'commit', '--quiet', '--message', 'Update')
  expect(await update(copy, 'v2')).toEqual([])
  expect(await read('src/content/colors.ts')).toBe('Harbour')
})

test('an update over changes that are not committed is refused, and changes nothing', async () => {
  await writeFile(join(copy, 'src/content/clinic.ts'), 'Harbour, at the desk')
  await expect(update(copy, 'v2')).rejects.toThrow('Please commit them first')
  expect(await read('src/content/clinic.ts')).toBe('Harbour, at the desk')
  expect(await read('package.json')).toBe('1')
})

test.each([
  ['', 'Name the version'],
  ['--upload-pack=touch x', 'Name the version'],
  ['v9', 'There is no v9'],
])('the version “%s” is refused with a sentence', async (version, sentence) => {
  await expect(update(copy, version)).rejects.toThrow(sentence)
  expect(await read('package.json')).toBe('1')
})

test('a copy that does not know where updates come from is told how to say it', async () => {
  git(copy, 'remote', 'remove', 'upstream')
  await expect(update(copy, 'v2')).rejects.toThrow('git remote add upstream')
})
