import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** The style that Astro puts before a page's first island, where HTML does not permit one. */
const ISLAND_STYLE = /<style>astro-island\b[^<]*<\/style>/

/**
 * Defers the pages' own scripts until the first paint: a browser fetches no script of an unknown type, and
 * src/components/site/first-paint.ts imports it later. Adds `client:after-paint` for islands, and moves their style to
 * the head. Astro itself has no such options.
 */
export function deferScripts(): AstroIntegration {
  return {
    name: 'defer-scripts',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'after-paint', entrypoint: './src/components/site/after-paint.ts' }),
      'astro:build:done': ({ dir }) => deferScriptsInFolder(fileURLToPath(dir)),
    },
  }
}

export async function deferScriptsInFolder(folder: string): Promise<void> {
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'))
  await Promise.all(pages.map((name) => deferScriptsInFile(join(folder, name))))
}

async function deferScriptsInFile(file: string): Promise<void> {
  const html = await readFile(file, 'utf8')
  const [style = ''] = ISLAND_STYLE.exec(html) ?? []
  const deferred = html.replaceAll('<script type="module" src=', '<script type="late" src=')
  await writeFile(file, deferred.replace(style, '').replace('</head>', `${style}</head>`))
}
