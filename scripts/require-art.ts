import { access, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { drawMissingArt } from '#art/make-art.ts'

/**
 * Draws what a new therapy, logo or colour needs before the build, and stops it when a page needs a drawing or icon that
 * public/ lacks, because browsers show nothing for it. Removes films that no page shows.
 */
export function requireArt(): AstroIntegration {
  return {
    name: 'require-art',
    hooks: {
      'astro:config:setup': drawMissingArt,
      async 'astro:build:done'({ dir }) {
        await findMissingArt(fileURLToPath(dir))
        await removeUnusedFilms(fileURLToPath(dir))
      },
    },
  }
}

const TEXT = /\.(?:html|css|js|webmanifest)$/
const ART = /(?<=["'`(])\/(?:drawings\/|icons\/|favicon|apple-touch-icon)[\w./-]*/g

async function readTexts(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => TEXT.test(name))
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

export async function findMissingArt(folder: string): Promise<void> {
  const texts = await readTexts(folder)
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

/** Vite emits what a component imports, whether the component shows it or not. */
export async function removeUnusedFilms(folder: string): Promise<void> {
  const texts = await readTexts(folder)
  const films = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.mp4'))
  const unused = films.filter((film) => !texts.some((text) => text.includes(basename(film))))
  await Promise.all(unused.map((film) => rm(join(folder, film))))
}
