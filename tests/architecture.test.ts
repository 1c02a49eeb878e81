import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forbiddenImports } from './architecture/forbidden-imports.ts'
import { forbiddenApis } from './architecture/forbidden-apis.ts'
import { emptyNames, environmentReads, repeatedExports, repeatedFiles } from './architecture/names.ts'

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
  // ASVS 1.3.6
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

  it('reads the environment in one place', () => {
    const code = codeIn(...FOLDERS)
    expect(code.flatMap(([file, text]) => environmentReads(file, text))).toEqual([])
  })
})

it('uses the page fixture in every browser test, so that errors in the console fail it', () => {
  const tests = codeIn('tests/e2e').filter(([file]) => file.endsWith('.test.ts'))
  expect(tests.length).toBeGreaterThan(20)
  const elsewhere = tests.filter(
    ([, text]) => !/import \{[^}]*\btest\b[^}]*\} from '\.\/(fixtures|firefox-tab)\.ts'/.test(text),
  )
  expect(elsewhere.map(([file]) => file)).toEqual([])
})

// ASVS 1.2.4, 1.2.5, 1.3.2, 3.2.2, 11.4.1
it('uses no forbidden API: markup or code from text, shell commands, weak hashes', () => {
  const code = codeIn('src', 'netlify/functions')
  expect(code.flatMap(([file, text]) => forbiddenApis(file, text))).toEqual([])
})

it.each([
  ['src/ui/Note.tsx', '<p dangerouslySetInnerHTML={{ __html: typed }} />'],
  ['src/lib/note.ts', 'element.innerHTML = typed'],
  ['src/lib/note.ts', "setTimeout('go()', 1)"],
  ['src/server/vouchers/find.ts', 'eval(typed)'],
  ['src/server/vouchers/find.ts', 'new Function(typed)'],
  ['src/server/vouchers/find.ts', "import { exec } from 'node:child_process'"],
  ['src/server/vouchers/find.ts', 'sql.raw(`select ${typed}`)'],
  ['src/server/auth/secret-tokens.ts', "createHash('md5')"],
  ['src/components/Note.astro', '<p set:html={typed}></p>'],
])('forbiddenApis finds a call in %s: %s', (file, text) => {
  expect(forbiddenApis(file, text)).toHaveLength(1)
})

describe('forbiddenImports', () => {
  it.each([
    [
      'src/islands/shop/Shop.tsx',
      '../../server/env.ts',
      'imports src/server/env.ts, but islands may import only',
    ],
    ['src/islands/shop/Shop.tsx', '#server/orders/orders', 'imports src/server/orders/orders.ts'],
    [
      'src/islands/shop/Shop.tsx',
      '../voucher/voucher.store.ts',
      'imports src/islands/voucher/voucher.store.ts',
    ],
    ['src/islands/shop/Shop.tsx', 'stripe', 'imports the package stripe, but islands may use only react'],
    ['src/lib/api.ts', 'node:crypto', 'imports the package node:*'],
    ['src/ui/Button.tsx', '#contract/money', 'but ui may import only content/clinic'],
    ['src/contract/money.ts', 'zod', 'but contract may use only valibot'],
    ['src/contract/money.ts', '../lib/api.ts', 'but contract may import nothing'],
    ['src/content/clinic.ts', './home.ts', 'but content/clinic may import only contract'],
    ['art/illustrations/river.ts', '../../src/content/clinic.ts', 'but art/illustrations may import nothing'],
    ['src/components/Logo.astro', '../../art/illustrations/river.ts', 'imports art/illustrations/river.ts'],
    ['src/components/Brand.astro', '../islands/shop/Shop.tsx', 'imports src/islands/shop/Shop.tsx'],
    ['src/server/orders/place.ts', '../http/serve.ts', 'but server/orders may import only'],
    ['src/server/orders/place.ts', '../payments/settle.ts', 'imports src/server/payments/settle.ts'],
    ['src/server/products/list.ts', '../orders/place.ts', 'imports src/server/orders/place.ts'],
    ['src/server/vouchers/issue.ts', '../email/email-layout.ts', 'imports src/server/email/email-layout.ts'],
    ['src/server/vouchers/issue.ts', 'stripe', 'imports the package stripe'],
    ['src/server/email/email-layout.ts', '../vouchers/issue.ts', 'imports src/server/vouchers/issue.ts'],
    ['src/server/reports/stats.ts', '../email/outbox.ts', 'imports src/server/email/outbox.ts'],
    ['src/server/auth/sign-in.ts', '../enquiries/store.ts', 'imports src/server/enquiries/store.ts'],
    ['src/server/env.ts', '../../local/start.ts', 'imports local/start.ts'],
    [
      'src/server/payments/settle.ts',
      '../refunds/refund-order.ts',
      'imports src/server/refunds/refund-order.ts',
    ],
    ['tests/harness/world.ts', '../resilience/part.ts', 'imports tests/resilience/part.ts'],
    ['netlify/functions/redeem.mts', 'kysely', 'imports the package kysely'],
    ['scripts/security-headers/headers.ts', '../../src/server/env.ts', 'imports src/server/env.ts'],
    ['src/helper.ts', 'react', 'src/helper.ts has no layer'],
    ['src/islands/Loose.tsx', 'react', 'src/islands/Loose.tsx has no layer'],
  ])('refuses %s → %s', (file, specifier, sentence) => {
    const text = file.endsWith('.astro') ? `---\nimport X from '${specifier}'\n---` : `import '${specifier}'`
    expect(forbiddenImports(file, text)).toEqual([expect.stringContaining(sentence)])
  })

  it.each([
    ['a type', `import type Stripe from 'stripe'`],
    ['a later import', `const load = () => import('stripe')`],
    ['a re-export', `export { Stripe } from 'stripe'`],
    ['a part of a package', `import { x } from 'stripe/lib/x'`],
  ])('finds %s', (_, text) => {
    expect(forbiddenImports('src/lib/api.ts', text)).toHaveLength(1)
  })

  it('finds an import in the script of a component', () => {
    const text = `---\nconst a = 1\n---\n<p>import 'not code'</p><script>\nimport '../server/env.ts'\n</script>`
    expect(forbiddenImports('src/components/Menu.astro', text)).toHaveLength(1)
  })
})

it('forbiddenImports allows what the layers name', () => {
  expect([
    forbiddenImports('src/islands/shop/Shop.tsx', `import './shop.store.ts'; import '#content/clinic'`),
    forbiddenImports('src/server/payments/settle.ts', `import '../orders/place.ts'; import 'stripe'`),
    forbiddenImports(
      'src/server/orders/place.ts',
      `import '../email/outbox.ts'; import '../products/stock.ts'`,
    ),
    forbiddenImports('src/lib/api.ts', `const text = "import 'stripe'"`),
  ]).toEqual([[], [], [], []])
})

it('emptyNames finds a file or folder with an empty name', () => {
  expect(emptyNames('src/lib/utils.ts')).toHaveLength(1)
  expect(emptyNames('src/types/money.d.ts')).toHaveLength(1)
  expect(emptyNames('src/lib/format.ts')).toEqual([])
})

it.each([
  ['in one layer', 'local/mail/faults.ts', 'local/stripe/faults.ts'],
  ['in layers that share no thing', 'src/components/Figures.astro', 'src/islands/admin/Figures.tsx'],
  ['of the stand-in and the server', 'local/netlify/cookies.ts', 'src/server/http/cookies.ts'],
  ['of a component and a module', 'src/islands/shop/SignIn.tsx', 'src/islands/admin/sign-in.ts'],
  ['of a test and what it does not test', 'tests/server/db/ids.test.ts', 'local/stripe/ids.ts'],
])('repeatedFiles finds a name %s: %s', (_, file, other) => {
  expect(repeatedFiles([file, other])).toEqual([`${file} and ${other}`])
})

it('repeatedFiles allows the layers of one thing, its tests and its store', () => {
  const layers = ['src/contract/orders.ts', 'netlify/functions/orders.mts', 'src/styles/admin/orders.css']
  const tests = ['tests/functions/orders.test.ts', 'tests/e2e/orders.test.ts']
  const stores = ['src/islands/admin/Orders.tsx', 'src/islands/admin/orders.store.ts']
  expect(repeatedFiles([...layers, ...tests, ...stores])).toEqual([])
})

it('repeatedExports finds a name that two files export, unless they are stores', () => {
  expect(
    repeatedExports([
      ['src/lib/dates.ts', 'export const longDay = 1'],
      ['src/server/dates.ts', 'const a = 1\nexport function longDay() {}'],
      ['src/islands/a/a.store.ts', 'export const list = 1'],
      ['src/islands/b/b.store.ts', 'export const list = 1'],
    ]),
  ).toEqual(['longDay is exported by src/lib/dates.ts and src/server/dates.ts'])
})

it('environmentReads finds a second module that reads the environment', () => {
  expect(environmentReads('src/server/email/email-layout.ts', 'process.env.MAIL_FROM')).toHaveLength(1)
  expect(environmentReads('netlify/functions/a.mts', 'process.env.X')).toHaveLength(1)
  expect(environmentReads('src/server/env.ts', 'process.env')).toEqual([])
})
