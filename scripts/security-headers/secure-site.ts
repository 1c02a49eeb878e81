import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { addIntegrity } from '#scripts/security-headers/add-integrity.ts'
import { Chunks } from '#scripts/security-headers/chunks.ts'
import { headersFor, mergePolicies, type Grant } from '#scripts/security-headers/content-security-policy.ts'
import { faultsIn, inlineHashes, scriptsOf } from '#scripts/security-headers/read-page.ts'
import { nameDeploy } from '#scripts/skew-protection.ts'

interface Page {
  /** Path in the browser: `/shop`. */
  path: string
  file: string
  html: string
}

const COMMON_HEADERS = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Adds integrity, and the name of the deploy if it has one, to the pages of a built site and writes its `_headers`. */
export async function secureSite(folder: string, grants: Grant[], deploy?: string): Promise<void> {
  const pages = await readPages(folder)
  refuseBlocked(pages)
  const chunks = await Chunks.of(folder, [...new Set(pages.flatMap(({ html }) => scriptsOf(html)))])
  const secured = await Promise.all(
    pages.map(async ({ path, file, html: written }) => {
      const html = await addIntegrity(written, chunks)
      return { path, file, html: deploy === undefined ? html : nameDeploy(html, deploy) }
    }),
  )
  await Promise.all(secured.map(({ file, html }) => writeFile(file, html)))
  await writeFile(join(folder, '_headers'), headersFile(secured, grants))
}

/** A script, style or film opened as a document loads nothing. */
const ASSET_HEADERS = { 'Content-Security-Policy': "default-src 'none'" }

async function readPages(folder: string): Promise<Page[]> {
  const entries = await readdir(folder, { recursive: true })
  const files = entries.filter((name) => name.endsWith('.html')).toSorted()
  return Promise.all(
    files.map(async (name) => {
      const path = `/${name.split(sep).join('/')}`.replace(/(?<=\/)index\.html$|(?<!\/404)\.html$/, '')
      return { path, file: join(folder, name), html: await readFile(join(folder, name), 'utf8') }
    }),
  )
}

function refuseBlocked(pages: Page[]): void {
  const faults = pages.flatMap(({ path, html }) => faultsIn(html).map((fault) => `${path}: ${fault}`))
  if (faults.length > 0) {
    throw new Error(
      `The content security policy blocks these; use a class or a script file:\n${faults.join('\n')}`,
    )
  }
}

/**
 * Netlify matches rules by the requested path, which for the 404 page or `/index.html` is no page's path. So the first rule
 * covers all paths, with the sources of all pages, and then each page has a rule with its own sources only. Should Netlify
 * join the headers of both, their policies intersect: everything works except grants that are left out of the first rule.
 * The doctor looks at that.
 */
function headersFile(pages: Page[], grants: Grant[]): string {
  const hashes = new Map(pages.map(({ path, html }) => [path, inlineHashes(html)]))
  const general = grants.filter(({ isOnlyThere }) => !isOnlyThere)
  const everything = { ...COMMON_HEADERS, ...headersFor(general, mergePolicies([...hashes.values()])) }
  const rules = pages.map(({ path }) =>
    rule(
      path,
      headersFor(
        grants.filter((grant) => grant.pages.test(path)),
        hashes.get(path) ?? {},
      ),
    ),
  )
  return [rule('/*', everything), rule('/_astro/*', ASSET_HEADERS), ...rules].join('\n')
}

function rule(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`)
  return `${path}\n${lines.join('')}`
}
