import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { SKEW_PROTECTION_FILE } from '#scripts/skew-protection.ts'
import { POSTMARK_WEBHOOK, STRIPE_WEBHOOK_PATH } from '#server/clients/webhook-paths.ts'
import { STRIPE_EVENTS } from '#server/money/settle/apply-stripe-event.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const find = (...patterns: string[]) => globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules'] })

const DOCUMENTS = find('*.md', 'docs/*.md').map((file) => ({ file, text: read(file) }))
const FOLDERS = ['art', 'docs', 'local', 'migrations', 'netlify', 'scripts', 'src', 'tests']
const FILES = [
  ...find(...FOLDERS.map((folder) => `${folder}/**/*.*`)),
  ...find('*.*', '.env.example', '.vscode/*', '.github/**/*.*'),
]
const CODE = FILES.filter((file) => /\.(tsx?|mts|mjs)$/.test(file)).map(read)

/** What the examples in CONTRIBUTING.md create, which need not exist. */
const EXAMPLES = new Set([
  'therapy/reflexology.html',
  'src/server/email/emails/product-restocked.ts',
  'src/server/products/restore-product.ts',
  '/api/admin/products/:id/restore',
  'heardFrom',
  'restoreProduct',
  'restoreProductEndpoint',
  'productRestocked',
])

/** Returns names and commands: what is in backticks or an indented block, but not example code in fences. */
function typedIn(whole: string): string[] {
  const text = whole.replace(/^ *```(?!sh)\w+\n[\s\S]*?^ *```$/gm, '')
  const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, typed]) => typed ?? '')
  const blocks = text.split('\n').filter((line) => /^ {4,}\S/.test(line) && !/^ +[-|\d]/.test(line))
  return [...inline, ...blocks.map((line) => line.trim())]
}

const wordsIn = (text: string) =>
  typedIn(text)
    .flatMap((typed) => typed.split(/[\s"'=(),;$&|<>{}]+/))
    .filter((word) => !EXAMPLES.has(word))

/** Returns anchors as GitHub generates them from headings. */
function anchorsIn(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? '')
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function brokenLinks(file: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [path = '', anchor] = target.split('#')
    const there = path === '' ? file : join(dirname(file), path)
    if (!existsSync(join(ROOT, there))) return true
    return anchor !== undefined && !anchorsIn(read(there)).includes(anchor)
  })
}

const unknownFiles = (text: string) =>
  wordsIn(text).filter((word) => {
    // Netlify reads it there after the build.
    if (/…|\*|:/.test(word) || word === SKEW_PROTECTION_FILE) return false
    if (FOLDERS.some((folder) => word.startsWith(`${folder}/`))) return !existsSync(join(ROOT, word))
    if (!/[\w-]\.(astro|css|example|json|m?js|mts|sql|toml|tsx?)$/.test(word)) return false
    // An import alias such as #server/ names a folder.
    return !FILES.some((file) => `/${file}`.endsWith(word.replace(/^#/, '/')))
  })

const SCRIPTS: Record<string, string> = JSON.parse(read('package.json')).scripts

const unknownScripts = (text: string) =>
  typedIn(text)
    .flatMap((typed) => [...typed.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name]) => name ?? ''))
    .filter((name) => !(name in SCRIPTS))

const SETTINGS = new Set([
  // The marker of requirements in tests, and an HTTP method.
  'ASVS',
  'POST',
  ...[...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
  ...CODE.flatMap((code) => [...code.matchAll(/process\.env(?:\.|\[')([A-Z_]+)/g)].map(([, name]) => name)),
  ...CODE.flatMap((code) => [...code.matchAll(/^(?:export )?const ([A-Z_]+)\b/gm)].map(([, name]) => name)),
])

const unknownSettings = (text: string) =>
  wordsIn(text).filter((word) => /^[A-Z][A-Z_]{2,}$/.test(word) && !SETTINGS.has(word))

const IDENTIFIERS = new Set([
  // An option of Astro's adapters.
  'staticHeaders',
  ...CODE.flatMap((code) => code.match(/\b[A-Za-z]+\b/g) ?? []),
])

/** `sendEmail` and `SendEmail`, but not `send` and `STRIPE`. */
const unknownIdentifiers = (text: string) =>
  wordsIn(text).filter((word) => /^[A-Za-z]+[a-z][A-Z][A-Za-z]*$/.test(word) && !IDENTIFIERS.has(word))

const PATHS = new Set<string>([
  ...Object.values(endpoints).map(({ path }) => path),
  STRIPE_WEBHOOK_PATH,
  POSTMARK_WEBHOOK.path,
])

const unknownPaths = (text: string) =>
  wordsIn(text).filter((word) => {
    const [, path = '', hash] = /^(?:https:\/\/[^/]+)?(\/(?:admin|api)[\w/.:-]*)(?:#(\w+))?/.exec(word) ?? []
    if (path.startsWith('/api/')) return !PATHS.has(path)
    if (path === '' || path === '/admin') return false
    const tabs = read('src/islands/admin/router.ts')
    return !existsSync(join(ROOT, `src/pages${path}.astro`)) || !tabs.includes(`  ${hash ?? 'overview'}: `)
  })

describe.each(DOCUMENTS)('$file', ({ file, text }) => {
  it('links only to existing files and headings', () => {
    expect(brokenLinks(file, text)).toEqual([])
  })

  it('names only files, commands, settings, identifiers and addresses that exist', () => {
    expect(unknownFiles(text)).toEqual([])
    expect(unknownScripts(text)).toEqual([])
    expect(unknownSettings(text)).toEqual([])
    expect(unknownIdentifiers(text)).toEqual([])
    expect(unknownPaths(text)).toEqual([])
  })
})

it('every document is linked from the README', () => {
  const readme = read('README.md')
  expect(find('docs/*.md').filter((file) => !readme.includes(`(${file})`))).toEqual([])
})

it('docs/stripe.md lists the events that the code handles and no others', () => {
  const events = typedIn(read('docs/stripe.md')).filter((typed) => /^[a-z_]+(\.[a-z_]+)+$/.test(typed))
  expect(events.toSorted()).toEqual([...STRIPE_EVENTS].toSorted())
})

it('labels that docs quote from the portal exist', () => {
  const portal = find('src/islands/admin/**/*.{ts,tsx}').map(read).join('\n')
  const rows = ['docs/owner.md', 'docs/stuck-payment.md']
    .flatMap((file) => read(file).split('\n'))
    .filter((line) => line.trim().startsWith('|'))
  const words = rows.flatMap((row) => [...row.matchAll(/\*\*(.+?)\*\*/g)].map(([, word]) => word ?? ''))
  expect(words.length).toBeGreaterThan(8)
  expect(words.filter((word) => !portal.includes(word))).toEqual([])
})

it('the doctor names only existing documents', () => {
  const said = find('scripts/doctor/*.ts').map(read).join('\n')
  const named = [...said.matchAll(/docs\/[\w-]+\.md/g)].map(([name]) => name)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !existsSync(join(ROOT, name)))).toEqual([])
})
