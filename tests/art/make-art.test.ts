import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeArt, platesCss } from '#art/make-art.ts'
import { findMissingArt, removeUnusedFilms } from '#scripts/require-art.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const committed = (path: string) => readFileSync(join(ROOT, path))

const art = await makeArt()
const paths = Object.keys(art)
const isPng = (path: string) => path.endsWith('.png')
/** A picture as a module. */
const isModule = (path: string) => /^src\/server\/email\/(?!email-colors)/.test(path)

describe('npm run art', () => {
  test.each(paths.filter((path) => typeof art[path] === 'string' && !isModule(path)))(
    'writes %s identical to the committed file',
    (path) => {
      expect(committed(path).toString() === art[path], `${path} is out of date: run npm run art`).toBe(true)
    },
  )

  // Another processor may round a pixel differently, so a few levels of grey are let through.
  test.each(paths.filter((path) => isPng(path) || isModule(path)))(
    'writes %s with the committed pixels',
    async (path) => {
      const png = (file: Buffer | string) =>
        isModule(path) ? Buffer.from(/`\n([^`]*)`/.exec(file.toString())![1]!, 'base64') : file
      const pixels = (file: Buffer | string) => sharp(png(file)).removeAlpha().raw().toBuffer()
      const [now, then] = await Promise.all([pixels(art[path]!), pixels(committed(path))])
      expect(now).toHaveLength(then.length)
      const difference = now.reduce((sum, value, i) => sum + Math.abs(value - then[i]!), 0) / now.length
      expect(difference, `${path} is out of date: run npm run art`).toBeLessThan(0.5)
    },
  )

  test('writes every generated file in public', () => {
    const entries = readdirSync(join(ROOT, 'public'), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    expect(files.map((file) => file.slice(ROOT.length + 1)).toSorted()).toEqual(
      paths.filter((path) => path.startsWith('public/')).toSorted(),
    )
  })
})

test.each([
  ['the skyline', { skyline: true, film: false, map: false }, ['waterfront']],
  ['the map', { skyline: false, film: false, map: true }, ['map']],
  ['neither', { skyline: false, film: true, map: false }, []],
])('the stylesheet of a clinic that shows %s names no other drawing of Liverpool', (_, pictures, names) => {
  const named = [...platesCss(pictures).matchAll(/data-drawing='(.+?)'/g)].map(([, name]) => name)
  expect(named).toEqual(names)
})

async function siteWith(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'art-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

test('removeUnusedFilms keeps the films that a page names', async () => {
  const page = '<source src="/_astro/shown.a1.mp4">'
  const folder = await siteWith({ 'index.html': page, '_astro/shown.a1.mp4': '', '_astro/other.b2.mp4': '' })
  await removeUnusedFilms(folder)
  expect(await readdir(join(folder, '_astro'))).toEqual(['shown.a1.mp4'])
})

describe('findMissingArt', () => {
  test.each([
    ['a page', 'index.html', '<link rel="icon" href="/favicon.svg">', '/favicon.svg'],
    ['a stylesheet', '_astro/a.css', '[a]{--b:url(/drawings/plates/a.svg)}', '/drawings/plates/a.svg'],
    ['a script', '_astro/a.js', 'i({src:`/drawings/rosette.svg`})', '/drawings/rosette.svg'],
    ['the manifest', 'manifest.webmanifest', '{"src":"/icons/192.png"}', '/icons/192.png'],
  ])('stops the build when %s needs a file that is missing', async (_, path, text, missing) => {
    const sentence = `public${missing} is missing: run npm run art`
    await expect(findMissingArt(await siteWith({ [path]: text }))).rejects.toThrow(sentence)
    await expect(findMissingArt(await siteWith({ [path]: text, [missing]: '' }))).resolves.toBeUndefined()
  })
})
