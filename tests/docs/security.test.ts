import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const document = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

/** ASVS 5.0.0, level 1, and of level 2 the chapters V5 to V8. */
const ASKED = `
  1.2.1-5 1.3.1-2 1.5.1 2.1.1 2.2.1-2 2.3.1 3.2.1-2 3.3.1 3.4.1-2 3.5.1-3 4.1.1 4.4.1
  5.1.1 5.2.1-3 5.3.1-2 5.4.1-3
  6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4
  7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2
  8.1.1-2 8.2.1-3 8.3.1 8.4.1
  9.1.1-3 9.2.1 10.4.1-5 11.3.1-2 11.4.1 12.1.1 12.2.1-2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`
  .trim()
  .split(/\s+/)
  .flatMap((range) => {
    const [, section = '', first = '', last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? []
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, at) => `${section}.${Number(first) + at}`,
    )
  })

const STATES = ['met', 'by the host', 'not applicable', 'not met']

interface Row {
  id: string
  state: string
  where: string
  tests: string
}

const rows: Row[] = Array.from(
  document.matchAll(/^\| (\d+\.\d+\.\d+) +\| (.+?) +\| (.+?) +\| (.+?) +\| (.*?) *\|$/gm),
  ([, id = '', , state = '', where = '', tests = '']) => ({ id, state, where, tests }),
)

/** Returns the files that a row links, relative to the root. */
const linkedIn = (text: string): string[] =>
  Array.from(text.matchAll(/\]\(\.\.\/(tests\/[^)]+)\)/g), ([, file = '']) => file)

/** A test, a suite, or a row of a table of tests. */
const BEGINS_TEST = /^\s*(?:(?:it|test|describe)\b|'[^']+': )/

/** The ids in the comments of a test file: `// ASVS 6.2.1, 6.2.9`, directly above what shows them. */
function idsIn(text: string): { ids: string[]; misplaced: string[] } {
  const lines = text.split('\n')
  const ids: string[] = []
  const misplaced: string[] = []
  for (const [at, line] of lines.entries()) {
    const [, listed] = /^\s*\/\/ ASVS (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*)$/.exec(line) ?? []
    if (listed && BEGINS_TEST.test(lines[at + 1] ?? '')) ids.push(...listed.split(', '))
    else if (/\/\/ ASVS/.test(line)) misplaced.push(line.trim())
  }
  return { ids, misplaced }
}

const files = globSync('tests/**/*.test.ts', { cwd: ROOT })
  .filter((file) => !file.startsWith('tests/docs/security'))
  .toSorted()
  .map((file) => ({ file, ...idsIn(readFileSync(join(ROOT, file), 'utf8')) }))
const filesThatShow = (id: string) => files.filter(({ ids }) => ids.includes(id)).map(({ file }) => file)

describe('docs/security.md', () => {
  it('has a row for each requirement of level 1, and for files, authentication, sessions and authorization of level 2', () => {
    expect(ASKED.filter((id) => !/^[5678]\./.test(id))).toHaveLength(43)
    const ids = rows.map(({ id }) => id)
    expect(ASKED.filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  it('has only rows that this test can read', () => {
    expect(rows).toHaveLength(document.match(/^\| \d/gm)?.length ?? 0)
  })

  it.each(rows)(
    'links for $id ($state) the tests with its id and no others',
    ({ id, state, where, tests }) => {
      expect(STATES).toContain(state)
      expect(linkedIn(tests)).toEqual(filesThatShow(id))
      expect(linkedIn(tests)).toHaveLength(tests.split('](').length - 1)
      if (state === 'met') expect(tests).not.toBe('')
      if (state === 'not met') expect(where.length).toBeGreaterThan(60)
    },
  )

  it('has a row for every id in a test', () => {
    const carried = files.flatMap(({ ids }) => ids)
    expect(carried.length).toBeGreaterThan(100)
    expect(carried.filter((id) => !rows.some((row) => row.id === id))).toEqual([])
  })

  it('names files that exist', () => {
    const named = Array.from(document.matchAll(/`([\w@./-]+)`/g), ([, path = '']) => path)
    const paths = named.filter((path) =>
      /^(art|docs|local|migrations|netlify|scripts|src|tests|\.github)\//.test(path),
    )
    expect(paths.length).toBeGreaterThan(60)
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })
})

describe('a comment with ids of requirements', () => {
  it('is directly above a test everywhere', () => {
    expect(files.flatMap(({ misplaced }) => misplaced)).toEqual([])
  })

  it.each([
    ["// ASVS 1.2.3, 4.5.6\nit('x', () => {})", ['1.2.3', '4.5.6']],
    ["  // ASVS 1.2.3\n  it.each(['x'])('y', () => {})", ['1.2.3']],
    ["  // ASVS 1.2.3\n  'a row': () => {},", ['1.2.3']],
    ["// ASVS 1.2.3\n\nit('x', () => {})", []],
    ['// ASVS 1.2.3\nconst x = 1', []],
    ["// ASVS 1.2\nit('x', () => {})", []],
  ])('is read in %j as %j', (text, ids) => {
    expect(idsIn(text).ids).toEqual(ids)
    expect(idsIn(text).misplaced).toHaveLength(ids.length === 0 ? 1 : 0)
  })
})
