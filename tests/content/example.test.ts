import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clinicInFiles, proofs } from '#content/clinic.ts'
import * as home from '#content/home.ts'
import { practitioners } from '#content/practitioners.ts'
import { shop } from '#content/shop.ts'
import { therapiesInFiles } from '#content/therapies.ts'
import { copyExample, environment, run } from '#tests/content/copy-project.ts'

let folder = ''
const pages = new Map<string, string>()
const functions = new Map<string, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meridian-example-'))
  await copyExample(folder)
  await run('npm', ['run', 'build'], { cwd: folder, env: environment, maxBuffer: 16_000_000 })
  await readTexts(join(folder, 'dist'), pages)
  await readTexts(join(folder, 'build/functions'), functions)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function readTexts(from: string, texts: Map<string, string>): Promise<void> {
  for (const name of await readdir(from, { recursive: true }))
    if (/\.(?:html|js|mjs|css|xml|txt|json|webmanifest)$/.test(name))
      texts.set(name, await readFile(join(from, name), 'utf8'))
}

const textsIn = (content: unknown): string[] =>
  typeof content === 'string'
    ? [content]
    : typeof content === 'object' && content !== null
      ? Object.values(content).flatMap(textsIn)
      : []

const hits = (texts: Map<string, string>, words: string[]) =>
  [...texts].flatMap(([name, text]) =>
    words.flatMap((word) => (text.toLowerCase().includes(word.toLowerCase()) ? [`${name}: ${word}`] : [])),
  )

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
