import type { AstroIntegration } from 'astro'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Defers the pages' own scripts until the first paint: a browser fetches no script of an unknown type, and
 * src/components/site/first-paint.ts imports it later. Astro itself has no such option.
 */
export function deferScripts(): AstroIntegration {
  return {
    name: 'defer-scripts',
    hooks: { 'astro:build:done': ({ dir }) => deferScriptsInFolder(fileURLToPath(dir)) },
  }
}

export async function deferScriptsInFolder(folder: string): Promise<void> {
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'))
  await Promise.all(pages.map((name) => deferScriptsInFile(join(folder, name))))
}

async function deferScriptsInFile(file: string): Promise<void> {
  const html = await readFile(file, 'utf8')
  await writeFile(file, html.replaceAll('<script type="module" src=', '<script type="late" src='))
}
