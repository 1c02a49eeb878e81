import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forbiddenApis } from '#tests/architecture/forbidden-apis.ts'
import { forbiddenImports } from '#tests/architecture/forbidden-imports.ts'
import { emptyNames, environmentReads, repeatedExports, repeatedFiles } from '#tests/architecture/names.ts'
import { unguardedImports } from '#tests/architecture/unguarded-imports.ts'
import { untrackedSignals } from '#tests/architecture/untracked-signals.ts'
import { untranslatableTexts } from '#tests/architecture/untranslatable-texts.ts'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDERS = ['art', 'local', 'netlify', 'scripts', 'src', 'tests']
const CODE = /\.(ts|tsx|mts|mjs|js|astro)$/

function filesIn(...folders: string[]): string[] {
  const found = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }),
  )
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths
    .map((path) => relative(ROOT, path).split(sep).join('/'))
    .filter((path) => !path.includes('/node_modules/'))
}

const codeIn = (...folders: string[]) =>
  filesIn(...folders)
    .filter((file) => CODE.test(file))
    .map((file): [string, string] => [file, readFileSync(join(ROOT, file), 'utf8')])

describe('the project', () => {
  // ASVS 1.3.6, 13.2.4
  it('imports only what tests/architecture/layers.ts allows', () => {
    const code = codeIn(...FOLDERS)
    expect(code.length).toBeGreaterThan(500)
    expect(code.flatMap(([file, text]) => forbiddenImports(file, text))).toEqual([])
  })

  it('has no file or folder with an empty name such as utils', () => {
    const files = filesIn(...FOLDERS, 'migrations')
    expect(files.flatMap(emptyNames)).toEqual([])
  })

  it('gives no base name to two different things', () => {
    const files = filesIn(...FOLDERS).filter((file) => /\.(ts|tsx|mts|mjs|css|astro)$/.test(file))
    expect(repeatedFiles(files)).toEqual([])
  })

  it('exports no name twice', () => {
    expect(repeatedExports(codeIn(...FOLDERS))).toEqual([])
  })

  it('reads signals in a component only after useSignals()', () => {
    const components = codeIn('src').filter(([file]) => file.endsWith('.tsx'))
    expect(components.length).toBeGreaterThan(50)
    expect(components.flatMap(([file, text]) => untrackedSignals(file, text))).toEqual([])
  })

  it('keeps text that changes apart from its siblings, so that browsers can translate the page', () => {
    const components = codeIn('src').filter(([file]) => file.endsWith('.tsx'))
    expect(components.flatMap(([file, text]) => untranslatableTexts(file, text))).toEqual([])
    expect(untranslatableTexts('a.tsx', '<p>{count} left</p>')).toHaveLength(1)
    expect(untranslatableTexts('a.tsx', '<p>{isOpen && <b />} text</p>')).toHaveLength(1)
    expect(untranslatableTexts('a.tsx', '<p><b>{count}</b> left</p>')).toEqual([])
  })

  it('loads scripts in one way, which tries again and says what could not be loaded', () => {
    const scripts = codeIn('src/components', 'src/islands', 'src/lib', 'src/ui')
    const code = scripts.filter(([file]) => /\.tsx?$/.test(file))
    expect(code.flatMap(([file, text]) => unguardedImports(file, text))).toEqual([])
    expect(unguardedImports('a.ts', `const load = () => import('./b.ts')`)).toHaveLength(1)
    expect(unguardedImports('a.ts', `loadPart(() => import('./b.ts'))`)).toEqual([])
  })

  it('reads the environment in one place', () => {
    const code = codeIn(...FOLDERS)
    expect(code.flatMap(([file, text]) => environmentReads(file, text))).toEqual([])
  })
})

it('uses the page fixture in every browser test, so that errors in the console fail it', () => {
  const tests = codeIn('tests/e2e').filter(([file]) => file.endsWith('.test.ts'))
  expect(tests.length).toBeGreaterThan(20)
  const elsewhere = tests.filter(
    ([, text]) => !/import \{[^}]*\btest\b[^}]*\} from '#tests\/e2e\/(fixtures|firefox-tab)\.ts'/.test(text),
  )
  expect(elsewhere.map(([file]) => file)).toEqual([])
})

// ASVS 1.2.4, 1.2.5, 1.3.2, 3.2.2, 11.4.1, 11.4.3
it('uses no forbidden API: markup or code from text, shell commands, weak hashes', () => {
  const code = codeIn('src', 'netlify/functions')
  expect(code.flatMap(([file, text]) => forbiddenApis(file, text))).toEqual([])
})
