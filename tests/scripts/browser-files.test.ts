import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtFolder, builtTexts } from '#tests/harness/built-files.ts'

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

/** They tell the owner which variables to set at Netlify. */
const SETUP = /^(admin\/(keys|welcome)\.html|_astro\/WelcomeForm\.[\w-]+\.js)$/

const filesWith = (texts: Map<string, string>, mark: string | RegExp) =>
  [...texts].filter(([, text]) => text.search(mark) >= 0).map(([file]) => file)

function secretNames(): string[] {
  const example = readFileSync(resolve(import.meta.dirname, '../../.env.example'), 'utf8')
  const names = Array.from(example.matchAll(/^([A-Z_]+)=/gm), ([, name = '']) => name)
  return names.filter((name) => !PUBLIC.has(name))
}

describe('the published files', () => {
  const site = builtTexts('dist')

  it.each(Object.entries(MARKS))('contain nothing of %s', (_, mark) => {
    expect(filesWith(site, mark)).toEqual([])
  })

  it('contain no built-in module of Node', () => {
    expect(filesWith(site, /["']node:[a-z]/)).toEqual([])
  })

  // ASVS 13.3.1
  it('contain no name of a secret', () => {
    const names = secretNames()
    expect(names).toEqual(
      expect.arrayContaining(['STRIPE_SECRET_KEY', 'POSTMARK_SERVER_TOKEN', 'DATABASE_URL']),
    )
    const found = names.map((name): [string, string[]] => [
      name,
      filesWith(site, new RegExp(`\\b${name}\\b`)).filter((file) => !SETUP.test(file)),
    ])
    expect(found.filter(([, files]) => files.length > 0)).toEqual([])
  })

  // ASVS 13.3.1
  it('contain no key and no database URL', () => {
    expect(filesWith(site, /\b(sk|rk)_(live|test)_\w{8}|\bwhsec_\w{8}|postgres(ql)?:\/\//)).toEqual([])
  })

  it('have headers for every page', () => {
    const headers = readFileSync(resolve(builtFolder('dist'), '_headers'), 'utf8')
    const pages = [...site.keys()].filter((file) => file.endsWith('.html'))
    const paths = pages.map((file) => `/${file.replace(/(^|(?<=\/))index\.html$|(?<!404)\.html$/, '')}`)
    expect(paths.filter((path) => !headers.includes(`\n${path}\n`))).toEqual([])
  })

  // ASVS 13.4.1
  it('contain no hidden file but security.txt', () => {
    const hidden = (path: string) =>
      path.split('/').some((name) => name.startsWith('.') && name !== '.well-known')
    expect(hidden('.git/config')).toBe(true)
    const known = readdirSync(resolve(builtFolder('dist'), '.well-known'))
    expect(known).toEqual(['security.txt'])
    const files = readdirSync(builtFolder('dist'), { recursive: true, encoding: 'utf8' })
    expect(files.filter((path) => hidden(path) || /\.(map|tsx?|astro|mts|env|sql|toml)$/.test(path))).toEqual(
      [],
    )
  })

  it('contain no path of the machine that built them', () => {
    expect(filesWith(site, '__local')).toEqual([])
  })
})

it('the check finds these packages in the functions', () => {
  const functions = builtTexts('build/functions')
  const { pg: _, ...bundled } = MARKS
  for (const mark of Object.values(bundled)) expect(filesWith(functions, mark)).not.toEqual([])
})
