import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { drawMissingArt } from '#art/make-art.ts'

/**
 * Draws what a new therapy, logo or colour needs before the build, and stops it when a page needs a drawing or icon that public/ lacks, because
 * browsers show nothing for it.
 */
export function requireArt(): AstroIntegration {
  return {
    name: 'require-art',
    hooks: {
      'astro:config:setup': drawMissingArt,
      'astro:build:done': ({ dir }) => findMissingArt(fileURLToPath(dir)),
    },
  }
}

const TEXT = /\.(?:html|css|js|webmanifest)$/
const ART = /(?<=["'`(])\/(?:drawings\/|icons\/|favicon|apple-touch-icon)[\w./-]*/g

export async function findMissingArt(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => TEXT.test(name))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const paths = [...new Set(texts.flatMap((text) => text.match(ART) ?? []))]
  const missing = await Promise.all(
    paths.map((path) =>
      access(join(folder, path)).then(
        () => [],
        () => [path],
      ),
    ),
  )
  const [first] = missing.flat()
  if (first) throw new Error(`public${first} is missing: run npm run art (all: ${missing.flat().join(', ')})`)
}
