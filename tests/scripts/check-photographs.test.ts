import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    'empty.png': '',
    'drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    'cut-off.png': (await sharp(jpeg).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 900_000),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const alt = 'A room with a couch'

test('photographs of the accepted formats have no problem', async () => {
  const photographs = {
    portrait: { file: 'portrait.jpg', alt },
    rooms: [
      { file: 'room.webp', alt },
      { file: 'room.avif', alt },
    ],
  }
  expect(await findPhotographProblems(photographs, folder)).toEqual([])
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
  expect(await findPhotographProblems({ portrait: { file, alt }, rooms: [] }, folder)).toEqual([
    `portrait.file: “${file}” ${problem}`,
  ])
})

test('a problem names the room it concerns', async () => {
  const rooms = [
    { file: 'room.webp', alt },
    { file: 'missing.jpg', alt },
  ]
  expect((await findPhotographProblems({ rooms }, folder))[0]).toMatch(/^rooms\.1\.file: /)
})
