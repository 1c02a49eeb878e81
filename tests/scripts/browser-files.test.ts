import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtFolder, builtTexts } from '../harness/built-files.ts'

/** Strings that survive minification of the package. */
const MARKS = {
  kysely: 'kysely',
  stripe: 'X-Stripe-Client-User-Agent',
  postmark: 'X-Postmark-Server-Token',
  '@neondatabase/serverless': 'Neon-Connection-String',
  pg: 'SASL: ',
}

/** Variables that are not secret; URL occurs in any script. */
const PUBLIC = new Set(['URL', 'PORT', 'LOCAL_DIR'])

const filesWith = (texts: Map<string, string>, mark: string | RegExp) =>
  [...texts].filter(([, text]) => text.search(mark) >= 0).map(([file]) => file)

function secretNames(): string[] {
  const example = readFileSync(resolve(import.meta.dirname, '../../.env.example'), 'utf8')
  const names = Array.from(example.matchAll(/^([A-Z_]+)=/gm), ([, name = '']) => name)
  return names.filter((name) => !PUBLIC.has(name))
}

describe('what the browser is given', () => {
  const site = builtTexts('dist')

  it.each(Object.entries(MARKS))('holds nothing of %s', (_, mark) => {
    expect(filesWith(site, mark)).toEqual([])
  })

  it("holds nothing of Node's own", () => {
    expect(filesWith(site, /["']node:[a-z]/)).toEqual([])
  })

  it('names no secret', () => {
    const names = secretNames()
    expect(names).toEqual(
      expect.arrayContaining(['STRIPE_SECRET_KEY', 'POSTMARK_SERVER_TOKEN', 'DATABASE_URL']),
    )
    const found = names.map((name): [string, string[]] => [
      name,
      filesWith(site, new RegExp(`\\b${name}\\b`)),
    ])
    expect(found.filter(([, files]) => files.length > 0)).toEqual([])
  })

  it('holds no key and no address of a database', () => {
    expect(filesWith(site, /\b(sk|rk)_(live|test)_\w{8}|\bwhsec_\w{8}|postgres(ql)?:\/\//)).toEqual([])
  })

  it('has headers for every page', () => {
    const headers = readFileSync(resolve(builtFolder('dist'), '_headers'), 'utf8')
    const pages = [...site.keys()].filter((file) => file.endsWith('.html'))
    const paths = pages.map((file) => `/${file.replace(/(^|(?<=\/))index\.html$|(?<!404)\.html$/, '')}`)
    expect(paths.filter((path) => !headers.includes(`\n${path}\n`))).toEqual([])
  })

  // ASVS 13.4.1
  it('publishes nothing hidden: no history of the source, no settings', () => {
    const hidden = (path: string) => path.split('/').some((name) => name.startsWith('.'))
    expect(hidden('.git/config')).toBe(true)
    const files = readdirSync(builtFolder('dist'), { recursive: true, encoding: 'utf8' })
    expect(files.filter((path) => hidden(path) || /\.(map|tsx?|astro|mts|env|sql|toml)$/.test(path))).toEqual(
      [],
    )
  })

  it('names nothing that only exists on one machine', () => {
    expect(filesWith(site, '__local')).toEqual([])
  })
})

it('would be found: the functions do hold these packages', () => {
  const functions = builtTexts('build/functions')
  const { pg: _, ...bundled } = MARKS
  for (const mark of Object.values(bundled)) expect(filesWith(functions, mark)).not.toEqual([])
})
