import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inlineHashes } from '#scripts/security-headers/read-page.ts'

/** Changes the pages of a copy of the built site, and in its headers the hashes of their inline scripts. */
export async function rewritePages(site: string, change: (page: string) => string): Promise<void> {
  const hashes = new Map<string, string>()
  for await (const name of glob('**/*.html', { cwd: site })) {
    const file = join(site, name)
    const page = await readFile(file, 'utf8')
    const changed = change(page)
    await writeFile(file, changed)
    const after = scriptHashes(changed)
    for (const [nth, before] of scriptHashes(page).entries()) hashes.set(before, after[nth]!)
  }
  const headers = join(site, '_headers')
  await writeFile(headers, replaceAll(await readFile(headers, 'utf8'), hashes))
}

const scriptHashes = (page: string) => inlineHashes(page)['script-src'] ?? []

export function replaceAll(text: string, replacements: ReadonlyMap<string, string>): string {
  let result = text
  for (const [before, after] of replacements) result = result.replaceAll(before, after)
  return result
}
