import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { tagsOf, type Tag } from '#scripts/security-headers/html-tags.ts'

/** The selector of src/components/site/FirstPaint.astro. */
const STARTED_LATE = 'script[type=late]'
/** The selector of src/styles/unpainted.css. */
const UNPAINTED = 'html:not([data-painted])'
/** How Astro writes a script with a file, and how it is deferred. */
const WRITTEN = '<script type="module" src='
const DEFERRED = '<script type="late" src='
/** Links to files that a first paint waits for, or competes with. */
const EARLY_RELS = new Set(['stylesheet', 'preload', 'modulepreload', 'manifest'])

/**
 * Defers the scripts of public pages until the first paint: a browser fetches no script of an unknown type, and
 * src/components/site/FirstPaint.astro imports it later. Throws if a page's first paint would wait for another file.
 */
export function deferScripts(): AstroIntegration {
  return {
    name: 'defer-scripts',
    hooks: { 'astro:build:done': ({ dir }) => deferScriptsInFolder(fileURLToPath(dir)) },
  }
}

async function deferScriptsInFolder(folder: string): Promise<void> {
  let pages = 0
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.html')) continue
    const file = join(folder, name)
    const html = await readFile(file, 'utf8')
    if (!html.includes(STARTED_LATE)) continue
    pages += 1
    await writeFile(file, deferScriptsIn(html, name))
  }
  if (pages === 0) throw new Error(`No page starts its deferred scripts: none has ${STARTED_LATE}`)
}

export function deferScriptsIn(html: string, name: string): string {
  const tags = tagsOf(html)
  const scripts = tags.filter((tag) => tag.name === 'script' && tag.attributes.has('src'))
  if (scripts.length === 0 || scripts.some(({ start }) => !html.startsWith(WRITTEN, start)))
    throw new Error(`${name}: its scripts are not deferred, because Astro writes them in another way now`)
  if (tags.some(isEarlyLink))
    throw new Error(`${name}: its first paint waits for a file: a stylesheet, a preload or the manifest`)
  if (!tags.some((tag) => tag.name === 'style' && tag.content.includes(UNPAINTED)))
    throw new Error(
      `${name}: fonts and drawings compete with its text, because its style lacks styles/unpainted.css`,
    )
  return scripts.reduceRight(
    (deferred, { start }) => deferred.slice(0, start) + DEFERRED + deferred.slice(start + WRITTEN.length),
    html,
  )
}

const isEarlyLink = ({ name, attributes }: Tag) =>
  name === 'link' && (attributes.get('rel') ?? '').split(' ').some((rel) => EARLY_RELS.has(rel))
