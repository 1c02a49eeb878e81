import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** The selector of src/components/site/FirstPaint.astro. */
const STARTED_LATE = 'script[type=late]'
/** The selector of src/styles/unpainted.css. */
const UNPAINTED = 'html:not([data-painted])'

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
  const deferred = html.replaceAll('<script type="module" src=', '<script type="late" src=')
  if (deferred === html || /<script(?! type="late")[^>]* src=/.test(deferred))
    throw new Error(`${name}: its scripts are not deferred, because Astro writes them in another way now`)
  if (/<link[^>]* rel="?(stylesheet|preload|modulepreload|manifest)/.test(deferred))
    throw new Error(`${name}: its first paint waits for a file: a stylesheet, a preload or the manifest`)
  if (!deferred.includes(UNPAINTED))
    throw new Error(
      `${name}: fonts and drawings compete with its text, because its style lacks styles/unpainted.css`,
    )
  return deferred
}
