import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Chunks } from '#scripts/security-headers/chunks.ts'
import { tagsOf } from '#scripts/security-headers/html-tags.ts'
import { scriptsOf } from '#scripts/security-headers/read-page.ts'
import type { BuiltPage } from '#tests/benchmarks/routes/find-routes.ts'
import { weightOf, weightOfText } from '#tests/benchmarks/routes/page-weight.ts'

const CODE = new Set(['', 'module', 'text/javascript'])

/** Returns the inline JavaScript of a page, which counts as JavaScript and as part of the document. */
export async function inlineScriptWeight({ file }: BuiltPage): Promise<number> {
  const tags = tagsOf(await readFile(file, 'utf8'))
  const inline = tags.filter(({ name, attributes }) => name === 'script' && !attributes.has('src'))
  const code = inline.filter(({ attributes }) => CODE.has(attributes.get('type') ?? ''))
  const text = code.map(({ content }) => content).join('\n')
  return text === '' ? 0 : weightOfText(text)
}

/** Returns all files that the page's scripts and islands can import, statically or dynamically. */
export async function reachableScriptWeight(site: string, { file }: BuiltPage): Promise<number> {
  const first = scriptsOf(await readFile(file, 'utf8'))
  const chunks = await Chunks.of(site, [...new Set(first)])
  const weights = chunks.reachableFrom(first).map((address) => weightOf(join(site, address)))
  return (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0)
}
