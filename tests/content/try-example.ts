import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { copyExample, environment, PROJECT, run } from '#tests/content/copy-project.ts'

// Runs `npm test` on the example clinic, with photographs: tests must know nothing of the default content.

const PHOTOGRAPHS = `
photographs.hero = { file: 'wide-view.jpg', alt: 'The harbour in the morning', film: 'morning.mp4' }
photographs.therapies = { physiotherapy: { file: 'knee.jpg', alt: 'A knee, and two hands' } }
photographs.entrance = { file: 'door.jpg', alt: 'The door, from the street' }
photographs.portraits['lead-physiotherapist'] = {
  file: 'portrait.jpg',
  alt: 'The lead physiotherapist at the door',
}
photographs.rooms = [
  { file: 'small-room.png', alt: 'The small room, with a couch' },
  { file: 'large-room.webp', alt: 'The large room, with two windows' },
]
`

/** The size in px of each. */
const PICTURES = {
  'wide-view.jpg': [2400, 750],
  'knee.jpg': [800, 1000],
  'door.jpg': [1200, 800],
  'portrait.jpg': [900, 1200],
  'small-room.png': [600, 400],
  'large-room.webp': [2400, 1600],
} as const

/** Fills a folder with the example and its photographs, as `npm run art` leaves it. */
async function copyWithPhotographs(folder: string): Promise<void> {
  await copyExample(folder)
  const list = join(folder, 'src/content/photographs.ts')
  await writeFile(list, `${await readFile(list, 'utf8')}${PHOTOGRAPHS}`)
  const pictures = join(folder, 'src/content/photographs')
  await mkdir(pictures)
  for (const [name, [width, height]] of Object.entries(PICTURES))
    await sharp({ create: { width, height, channels: 3, background: '#8aa' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 27/1 0/1' } })
      .toFile(join(pictures, name))
  await cp(join(PROJECT, 'src/components/film/river.h264.mp4'), join(pictures, 'morning.mp4'))
  // It compares the default with the example, which has taken its place.
  await rm(join(folder, 'tests/content/example.test.ts'))
  await run(process.execPath, ['art/make-art.ts'], { cwd: folder, env: environment })
  // Some tests and Prettier read what git would commit.
  await run('git', ['init', '--quiet'], { cwd: folder })
  await run('git', ['add', '--all'], { cwd: folder })
}

const folder = await mkdtemp(join(tmpdir(), 'meridian-content-'))
try {
  await copyWithPhotographs(folder)
  const tests = spawn('npm', ['test'], { cwd: folder, env: environment, stdio: 'inherit' })
  const [code] = (await once(tests, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
