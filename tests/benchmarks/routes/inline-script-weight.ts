import { readFile } from 'node:fs/promises'
import { tagsOf } from '#scripts/security-headers/html-tags.ts'
import { weightOfText } from '#tests/benchmarks/routes/page-weight.ts'

const CODE = new Set(['', 'module', 'text/javascript'])

/** Returns the size of the inline JavaScript of a page (bytes, compressed). */
export async function inlineScriptWeight(file: string): Promise<number> {
  const tags = tagsOf(await readFile(file, 'utf8'))
  const inline = tags.filter(({ name, attributes }) => name === 'script' && !attributes.has('src'))
  const code = inline.filter(({ attributes }) => CODE.has(attributes.get('type') ?? ''))
  const text = code.map(({ content }) => content).join('\n')
  return text === '' ? 0 : weightOfText(text)
}
