import type { AstroIntegration } from 'astro'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Puts the pages' own scripts off until the first paint: a browser fetches no script of a type it does not know, and
 * src/components/site/FirstPaint.astro imports it later. Astro itself only knows scripts that begin at once.
 */
export function lateScripts(): AstroIntegration {
  return {
    name: 'defer-scripts',
    hooks: { 'astro:build:done': ({ dir }) => putOffScripts(fileURLToPath(dir)) },
  }
}

export async function putOffScripts(folder: string): Promise<void> {
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'))
  await Promise.all(pages.map((name) => putOffIn(join(folder, name))))
}

async function putOffIn(file: string): Promise<void> {
  const html = await readFile(file, 'utf8')
  await writeFile(file, html.replaceAll('<script type="module" src=', '<script type="late" src='))
}
