import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const document = read('docs/security.md')

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

/** Returns the linked tests without a comment such as `// ASVS 6.2.1, 6.2.9`, which says what they show. */
const linksWithoutId = ({ id, tests }: Row) =>
  Array.from(tests.matchAll(/\]\(\.\.\/(tests\/[^)]+)\)/g), ([, file = '']) => file).filter(
    (file) => !new RegExp(`// ASVS .*\\b${id.replaceAll('.', '\\.')}\\b`).test(read(file)),
  )

it('docs/security.md has a row for each requirement of level 1, and for files, authentication, sessions and authorization of level 2', () => {
  const ids = rows.map(({ id }) => id)
  expect(ASKED.filter((id) => !ids.includes(id))).toEqual([])
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  expect(rows).toHaveLength(document.match(/^\| \d/gm)?.length ?? 0)
})

it('docs/security.md links for each requirement that is met tests that name it', () => {
  expect(rows.filter(({ state, tests }) => state === 'met' && tests === '')).toEqual([])
  const wrong = rows.flatMap((row) => linksWithoutId(row).map((file) => `${row.id}: ${file}`))
  expect(wrong).toEqual([])
})
