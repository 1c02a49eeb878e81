import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHex } from '#clinic/oklch.ts'
import { paletteOf, type Colors } from '#clinic/palette.ts'
import { clinicInFiles, proofs } from '#content/clinic.ts'
import * as home from '#content/home.ts'
import { practitioners } from '#content/practitioners.ts'
import { shop } from '#content/shop.ts'
import { therapiesInFiles } from '#content/therapies.ts'
import { copyExample, environment, PROJECT, run } from '#tests/content/copy-project.ts'

let folder = ''
/** What the build has printed. */
let log = ''
/** Every file of dist. */
let files: string[] = []
const pages = new Map<string, string>()
const functions = new Map<string, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meridian-example-'))
  await copyExample(folder)
  log = (await build()).stdout
  files = await readdir(join(folder, 'dist'), { recursive: true })
  await readTexts(join(folder, 'dist'), pages)
  await readTexts(join(folder, 'build/functions'), functions)
})

/** Builds what goes live: without example prices and directions. */
const build = () =>
  run('npm', ['run', 'build'], {
    cwd: folder,
    env: { ...environment, CONTEXT: 'production' },
    maxBuffer: 16_000_000,
  })

afterAll(() => rm(folder, { recursive: true, force: true }))

async function readTexts(from: string, texts: Map<string, string>): Promise<void> {
  for (const name of await readdir(from, { recursive: true }))
    if (/\.(?:html|js|mjs|css|svg|xml|txt|json|webmanifest)$/.test(name))
      texts.set(name, await readFile(join(from, name), 'utf8'))
}

const textsIn = (content: unknown): string[] =>
  typeof content === 'string'
    ? [content]
    : typeof content === 'object' && content !== null
      ? Object.values(content).flatMap(textsIn)
      : []

const hits = (texts: Map<string, string>, words: string[]) =>
  [...texts].flatMap(([name, text]) => {
    const lower = text.toLowerCase()
    return words.flatMap((word) => (lower.includes(word.toLowerCase()) ? [`${name}: ${word}`] : []))
  })

test('the pages are those of the other clinic', () => {
  const names = [...pages.keys()].filter((name) => name.endsWith('.html'))
  expect(names).toEqual(
    expect.arrayContaining([
      'therapy/physiotherapy.html',
      'therapy/sports-massage.html',
      'lead-physiotherapist.html',
      'hand-physiotherapist.html',
      'sports-physiotherapist.html',
    ]),
  )
  for (const { id } of therapiesInFiles) expect(names).not.toContain(`therapy/${id}.html`)
  const index = pages.get('index.html')!
  expect(index).toContain('<title>Harbour Physio · Physiotherapy and sports massage in Bristol</title>')
  expect(index).toContain('"@type":"Physiotherapy"')
  expect(index).not.toMatch(/waterfront"|<video|data-film/)
  expect(index).toMatch(/£55<.*Popular/s)
  expect(index).toContain('https://booking.harbourphysio.example/')
})

test('nothing of the default clinic is left in pages, scripts and functions', () => {
  const texts = [clinicInFiles, proofs, home, practitioners, shop, therapiesInFiles]
    .flatMap(textsIn)
    .filter((text) => text.length > 20)
  expect(texts.length).toBeGreaterThan(100)
  expect(hits(functions, texts)).toEqual([])
  const { name, email, phone, address } = clinicInFiles
  const words = [
    ...name.split(' '),
    address.city,
    address.street,
    email,
    phone.display,
    phone.tel,
    ...therapiesInFiles.map(({ title }) => title).filter((title) => !title.includes('assage')),
  ]
  expect(hits(pages, [...texts, ...words])).toEqual([])
})

/** Every colour of a style sheet, also as lightningcss writes it: oklch(37.5% .062 188). */
const colorsIn = (css: string) =>
  Array.from(css.matchAll(/oklch\(([\d.]+)(%?) ([\d.]+) ([\d.]+)/g), ([, lightness, percent, chroma, hue]) =>
    toHex({ lightness: Number(lightness) / (percent ? 100 : 1), chroma: Number(chroma), hue: Number(hue) }),
  )

/** tokens.css, as it is for the default. */
const former = paletteOf({ paper: '', main: '', accent: '' })
const FORMER = ['paper', 'sea', 'point', 'ink', 'deep'].flatMap((token) => [
  former(token),
  former(token, 'dark'),
])

test('style sheets, theme colour, manifest, icons, cards and emails have the colours of the other clinic', async () => {
  const module = (await import(join(PROJECT, 'examples/harbour-physio/colors.ts'))) as { colors: Colors }
  const { paper, main, accent } = module.colors
  const palette = paletteOf(module.colors)
  const styled = [...pages].filter(([, text]) => text.includes('--sea:'))
  expect(styled.map(([name]) => name)).toEqual(
    expect.arrayContaining(['index.html', 'privacy-policy.html', 'admin/dashboard.html']),
  )
  for (const [name, text] of styled) {
    const colors = colorsIn(text)
    expect(colors, name).toEqual(expect.arrayContaining([paper, main, accent, palette('paper', 'dark')]))
    expect(
      colors.filter((color) => FORMER.includes(color)),
      name,
    ).toEqual([])
  }
  expect(hits(pages, FORMER)).toEqual([])
  expect(hits(functions, FORMER)).toEqual([])
  const index = pages.get('index.html')!
  expect(index).toContain(`content="${paper}" media="(prefers-color-scheme: light)"`)
  expect(index).toContain(`content="${palette('paper', 'dark')}" media="(prefers-color-scheme: dark)"`)
  expect(pages.get('manifest.webmanifest')).toContain(`"theme_color":"${paper}"`)
  expect(pages.get('favicon.svg')).toContain(accent)
  expect(hits(functions, [main]).length).toBeGreaterThan(0)
  for (const picture of ['icons/192.png', 'icons/512.png', 'apple-touch-icon.png', 'cards/home.png']) {
    const { data } = await sharp(join(folder, 'dist', picture))
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(`#${data.toString('hex')}`, picture).toBe(paper)
  }
})

test('the pictures of Liverpool are in no file', () => {
  expect(files.filter((name) => /waterfront|map\.svg|\.mp4$/.test(name))).toEqual([])
  expect(hits(pages, ['/drawings/waterfront', '/drawings/map', 'data-drawing="map"', '.mp4'])).toEqual([])
})

test('the build names the defaults that are left, and where to change them', () => {
  expect(log).toContain(
    '\n  The telephone number is a sample. To be changed in the portal, Website → Contact\n',
  )
  expect(log).toMatch(/\n {2}The legal pages .+ To be changed in src\/content\/clinic\.ts, trader\n/)
  expect(log).not.toMatch(/Liverpool|came with the website/)
})

test('a mistake in the content stops the build with file, field and rule, and nothing else', async () => {
  await writeFile(join(folder, 'src/content/practitioners.ts'), 'export const practitioners = []\n')
  const failed = await build().catch((error: unknown) => error as { stderr: string })
  expect(failed.stderr).toBe('src/content/practitioners.ts has mistakes.\n  name at least one practitioner\n')
})
