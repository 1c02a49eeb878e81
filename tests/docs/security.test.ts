import { existsSync, readFileSync } from 'node:fs'
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

interface Citation {
  file: string
  names: string[]
}

/** `file` “name” “name”, as often as one likes. */
const citationsIn = (text: string): Citation[] =>
  Array.from(text.matchAll(/`(tests\/[^`]+)`((?: “[^”]+”)*)/g), ([, file = '', names = '']) => ({
    file,
    names: Array.from(names.matchAll(/“([^”]+)”/g), ([, name = '']) => name),
  }))

/** What the citations promise and the files do not hold. */
function missing(citations: Citation[]): string[] {
  return citations.flatMap(({ file, names }) => {
    if (!existsSync(join(ROOT, file))) return [file]
    const text = readFileSync(join(ROOT, file), 'utf8')
    return names.filter((name) => !["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`)))
  })
}

describe('the document on security', () => {
  it('has a row for each requirement of level 1, and for files, authentication, sessions and authorization of level 2', () => {
    expect(ASKED.filter((id) => !/^[5678]\./.test(id))).toHaveLength(43)
    const ids = rows.map(({ id }) => id)
    expect(ASKED.filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  it('reads every row of its tables', () => {
    expect(rows).toHaveLength(document.match(/^\| \d/gm)?.length ?? 0)
  })

  it.each(rows)('$id: $state', ({ state, where, tests }) => {
    expect(STATES).toContain(state)
    if (state === 'met') expect(citationsIn(tests).flatMap(({ names }) => names)).not.toEqual([])
    if (state === 'not met') expect(where.length).toBeGreaterThan(60)
    // Nothing stands there that is not read.
    expect(citationsIn(tests)).toHaveLength((tests.match(/`/g)?.length ?? 0) / 2)
    expect(missing(citationsIn(tests))).toEqual([])
  })

  it('names files that are there', () => {
    const named = Array.from(document.matchAll(/`([\w@./-]+)`/g), ([, path = '']) => path)
    const paths = named.filter((path) => /^(src|tests|netlify|local|docs|migrations|prove)\//.test(path))
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('would see a test or a file that has gone', () => {
    const gone = citationsIn(
      '`tests/architecture.test.ts` “the project” “never was” · `tests/gone.test.ts` “x”',
    )
    expect(missing(gone)).toEqual(['never was', 'tests/gone.test.ts'])
  })
})
