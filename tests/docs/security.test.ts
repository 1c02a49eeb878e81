import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const document = read('docs/security.md')

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. Those of level 3 come last in each. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`

const ASKED = SECTIONS.trim()
  .split(/\s+/)
  .flatMap((counted) => {
    const [section, count] = counted.split(':')
    return Array.from({ length: Number(count) }, (_, at) => `${section}.${at + 1}`)
  })

/** Returns the ids of such as "4.1.3, 4.3.1–4.4.4"; a range has those of levels 1 and 2, also across sections. */
const idsIn = (cell: string): string[] =>
  cell.split(', ').flatMap((range) => {
    const [first = '', last = first] = range.split('–')
    return first === last ? [first] : ASKED.slice(ASKED.indexOf(first), ASKED.indexOf(last) + 1)
  })

const STATE = /^(met|by the host|not applicable|not met|not checked)(?=$|[:;,])/

const rows = Array.from(
  document.matchAll(/^\| (\d+\.\d[\d., –]*?) +\| (.+?) +\| (.+?) +\| (.*?) *\|$/gm),
  ([, cell = '', , told = '', tests = '']) => ({
    ids: idsIn(cell),
    state: STATE.exec(told)?.[1],
    hasNoTest: told.endsWith('no test'),
    files: Array.from(tests.matchAll(/\]\(\.\.\/(tests\/[^)]+)\)/g), ([, file = '']) => file),
  }),
)

/** Returns the ids in comments such as `// ASVS 6.2.1, 6.2.9` of a test, which say what it shows. */
const idsNamedBy = (file: string): string[] =>
  [...read(file).matchAll(/^\s*\/\/ ASVS (.+)$/gm)].flatMap(([, ids = '']) => ids.split(', '))

const TESTS = globSync('tests/**/*.test.ts', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'))

it('docs/security.md has each requirement of levels 1 and 2 in one row, with its state', () => {
  const ids = rows.flatMap((row) => row.ids)
  expect(ASKED).toHaveLength(253)
  expect(ASKED.filter((id) => !ids.includes(id))).toEqual([])
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  expect(rows.filter(({ state }) => state === undefined)).toEqual([])
  expect(rows).toHaveLength(document.match(/^\| \d/gm)?.length ?? 0)
})

it('docs/security.md links for each requirement that is met a test that names it, or says that there is none', () => {
  const unshown = rows
    .filter(({ state, hasNoTest }) => state === 'met' && !hasNoTest)
    .flatMap(({ ids, files }) => ids.filter((id) => !files.some((file) => idsNamedBy(file).includes(id))))
  expect(unshown).toEqual([])
  expect(rows.filter(({ hasNoTest, files }) => hasNoTest && files.length > 0)).toEqual([])
})

it('docs/security.md links in a row only tests that name one of its requirements', () => {
  const wrong = rows.flatMap(({ ids, files }) =>
    files
      .filter((file) => !idsNamedBy(file).some((id) => ids.includes(id)))
      .map((file) => `${ids[0]}: ${file}`),
  )
  expect(wrong).toEqual([])
})

it('docs/security.md links each test that names a requirement in the row of that requirement', () => {
  const unlinked = TESTS.flatMap((file) =>
    idsNamedBy(file)
      .filter((id) => !rows.some(({ ids, files }) => ids.includes(id) && files.includes(file)))
      .map((id) => `${id}: ${file}`),
  )
  expect(unlinked).toEqual([])
})
