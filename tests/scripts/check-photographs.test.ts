import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Photographs } from '#clinic/schema.ts'
import { findPhotographProblems } from '#scripts/check-photographs.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meridian-photographs-'))
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#cde' } })
  const jpeg = await blank(800, 1000).jpeg().toBuffer()
  const files: Record<string, Buffer | string> = {
    'portrait.jpg': jpeg,
    'room.webp': await blank(1200, 800).webp().toBuffer(),
    'room.avif': await blank(120, 80).avif({ effort: 0 }).toBuffer(),
    'wide.jpg': await blank(6000, 4000).jpeg().toBuffer(),
    'heavy.jpg': Buffer.concat([jpeg, Buffer.alloc(10_000_000)]),
    'text.jpg': 'This is no picture.',
    'text.mp4': 'This is no film.',
    'river.mp4': Buffer.from('\0\0\0\x20ftypisom'),
    'empty.png': '',
    'drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    'cut-off.png': (await sharp(jpeg).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 900_000),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const alt = 'A room with a couch'
const none: Photographs = { therapies: {}, portraits: {}, rooms: [] }
const problemsOf = (photographs: Partial<Photographs>) =>
  findPhotographProblems({ ...none, ...photographs }, folder, ['massage'])

test('photographs of the accepted formats have no problem', async () => {
  const photographs = {
    hero: { file: 'room.webp', alt, film: 'river.mp4' },
    therapies: { massage: { file: 'portrait.jpg', alt } },
    portraits: { lead: { file: 'portrait.jpg', alt } },
    entrance: { file: 'room.avif', alt },
    rooms: [
      { file: 'room.webp', alt },
      { file: 'room.avif', alt },
    ],
  }
  expect(await problemsOf(photographs)).toEqual([])
})

test.each([
  ['missing.jpg', 'is not in src/content/photographs'],
  ['.', 'is not in src/content/photographs'],
  ['wide.jpg', 'has 24.0 megapixels, and at most 20 are allowed'],
  ['heavy.jpg', 'has 10.0 MB, and at most 10 are allowed'],
  ['text.jpg', 'is not a JPEG, PNG, WebP or AVIF picture'],
  ['empty.png', 'is not a JPEG, PNG, WebP or AVIF picture'],
  ['drawing.png', 'is not a JPEG, PNG, WebP or AVIF picture'],
  ['cut-off.png', 'is damaged: open it and save it again'],
])('the picture %s stops the build: it %s', async (file, problem) => {
  expect(await problemsOf({ portraits: { lead: { file, alt } } })).toEqual([
    `portraits.lead.file: “${file}” ${problem}`,
  ])
})

const room = { file: 'room.webp', alt }
const missing = { file: 'missing.jpg', alt }

test.each<[field: string, Partial<Photographs>]>([
  ['hero.file: “missing.jpg” is not in', { hero: missing }],
  ['hero.film: “missing.mp4” is not in', { hero: { ...room, film: 'missing.mp4' } }],
  ['hero.film: “text.mp4” is not an MP4 film', { hero: { ...room, film: 'text.mp4' } }],
  ['therapies.massage.file: “missing.jpg” is not in', { therapies: { massage: missing } }],
  ['therapies.masage: there is no therapy with this id', { therapies: { masage: room } }],
  ['entrance.file: “missing.jpg” is not in', { entrance: missing }],
  ['rooms.1.file: “missing.jpg” is not in', { rooms: [room, missing] }],
])('a problem names what it concerns: %s', async (problem, photographs) => {
  const problems = await problemsOf(photographs)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(problem)
})
