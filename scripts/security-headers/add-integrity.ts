import type { Chunks } from '#scripts/security-headers/chunks.ts'
import { tagsOf, type Tag } from '#scripts/security-headers/html-tags.ts'
import { scriptsOf } from '#scripts/security-headers/read-page.ts'

/** Adds integrity to the tags of our files, and an import map with the integrity of the islands' scripts. */
export async function addIntegrity(html: string, chunks: Chunks): Promise<string> {
  const tags = tagsOf(html)
  const insertions = await Promise.all(
    tags.map(async (tag) => {
      const address = ownFileOf(tag)
      return { at: tag.close, text: address ? ` integrity="${await chunks.integrityOf(address)}"` : '' }
    }),
  )
  // A browser ignores an import map after the first module script.
  const first = tags.find((tag) => tag.name === 'script' || tag.attributes.get('rel') === 'modulepreload')
  if (first) insertions.push({ at: first.start, text: await importMap(html, chunks) })
  return insertAll(html, insertions)
}

function ownFileOf({ name, attributes }: Tag): string | undefined {
  // A deferred script is imported, so the map covers it: scripts/defer-scripts.ts.
  if (attributes.get('type') === 'late') return undefined
  const address =
    name === 'script' ? attributes.get('src') : name === 'link' ? attributes.get('href') : undefined
  const isCode = name === 'script' || ['stylesheet', 'modulepreload'].includes(attributes.get('rel') ?? '')
  return isCode && address?.startsWith('/') && !attributes.has('integrity') ? address : undefined
}

async function importMap(html: string, chunks: Chunks): Promise<string> {
  const addresses = chunks.reachableFrom(scriptsOf(html))
  if (addresses.length === 0) return ''
  const entries = addresses.map(async (address) => [address, await chunks.integrityOf(address)])
  const integrity = Object.fromEntries(await Promise.all(entries))
  return `<script type="importmap">${JSON.stringify({ integrity })}</script>`
}

function insertAll(html: string, insertions: { at: number; text: string }[]): string {
  let result = html
  for (const { at, text } of insertions.toSorted((a, b) => b.at - a.at)) {
    result = result.slice(0, at) + text + result.slice(at)
  }
  return result
}
