import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { copyProject, environment, PROJECT, run } from '#tests/content/copy-project.ts'

// Runs `npm test` on a copy of the project whose content was changed: tests must know nothing of the default content.

/** Added to files of the content: other facts wherever the owner may change them. */
const CHANGES = {
  'clinic.ts': `
Object.assign(clinicInFiles, {
  name: 'Changed Clinic',
  phone: { display: '0161 000 0001', tel: '+441610000001' },
  email: 'desk@changed.example',
  address: { street: '7 Changed Lane', city: 'Manchester', postcode: 'M1 0ZZ' },
  hours: [
    { days: 'Sunday to Tuesday', weekdays: [0, 1, 2], open: { from: '07:30', to: '12:15' } },
    { days: 'Wednesday', weekdays: [3], open: null },
    { days: 'Thursday to Saturday', weekdays: [4, 5, 6], open: { from: '13:00', to: '22:45' } },
  ],
  insurers: ['Changed Insurer'],
  gettingHere: [{ by: 'Tram', text: 'The changed stop is at the door.' }],
  gettingHereIsExample: false,
  cancellation: { noticeHours: 36, feePercent: 40 },
  delivery: { districts: ['CH41–CH49', 'WA'], cost: '£3.50' },
})
clinicInFiles.vouchers.validMonths = 9
clinicInFiles.vouchers.treatments = ['Changed Therapy']
for (const statistic of clinicInFiles.statistics) statistic.value = '987+'
`,
  'photographs.ts': `
photographs.hero = { file: 'wide-view.jpg', alt: 'The river in the morning', film: 'morning.mp4' }
photographs.therapies = { acupuncture: { file: 'needles.jpg', alt: 'A hand with a needle' } }
photographs.entrance = { file: 'door.jpg', alt: 'The door, from the street' }
photographs.portraits['practitioner'] = { file: 'portrait.jpg', alt: 'The practitioner at the door' }
photographs.rooms = [
  { file: 'small-room.png', alt: 'The small room, with a couch' },
  { file: 'large-room.webp', alt: 'The large room, with two windows' },
]
`,
  'practitioners.ts': `
const [practitioner] = practitioners
practitioner.name = 'The changed practitioner'
practitioner.howIWork = ['I ask first.', 'I use as few needles as I can.']
Object.assign(practitioner.qualifications.training[0]!, { issuer: 'A changed school', year: 2001 })
`,
  // One therapy less, three more, in another order.
  'therapies.ts': `
therapiesInFiles.pop()
therapiesInFiles.reverse()
for (const therapy of therapiesInFiles) {
  therapy.duration = '15–25 minutes'
  for (const step of therapy.whatToExpect) step.minutes = 4
}
therapiesInFiles.push(
  ...['first', 'second', 'third'].map((name) => ({
    ...therapiesInFiles[0]!,
    id: \`\${name}-changed-therapy\`,
    image: \`\${name}-changed-therapy\`,
    title: \`Changed Therapy, the \${name}\`,
    longTitle: \`Changed Therapy: the \${name} of three\`,
    description: \`The \${name} therapy of three that only a test of changed content knows.\`,
  })),
)
`,
}

/** Written into src/content/photographs: the size in px of each. */
const PICTURES = {
  'wide-view.jpg': [2400, 750],
  'needles.jpg': [800, 1000],
  'door.jpg': [1200, 800],
  'portrait.jpg': [900, 1200],
  'small-room.png': [600, 400],
  'large-room.webp': [2400, 1600],
} as const

/** Fills a folder with a copy of the project with changed content, as `npm run art` leaves it. */
async function copyWithChangedContent(folder: string): Promise<void> {
  await copyProject(folder)
  for (const [file, change] of Object.entries(CHANGES))
    await changeFile(join(folder, 'src/content', file), change)
  await writePhotographs(join(folder, 'src/content/photographs'))
  await run(process.execPath, ['art/make-art.ts'], { cwd: folder, env: environment })
  // Some tests and Prettier read what git would commit.
  await run('git', ['init', '--quiet'], { cwd: folder })
  await run('git', ['add', '--all'], { cwd: folder })
}

async function changeFile(file: string, change: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, `${text.trimEnd()}\n${change}`)
}

async function writePhotographs(folder: string): Promise<void> {
  await mkdir(folder)
  for (const [name, [width, height]] of Object.entries(PICTURES))
    await sharp({ create: { width, height, channels: 3, background: '#8aa' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 24/1 0/1' } })
      .toFile(join(folder, name))
  await cp(join(PROJECT, 'src/components/film/river.h264.mp4'), join(folder, 'morning.mp4'))
}

const folder = await mkdtemp(join(tmpdir(), 'meridian-content-'))
try {
  await copyWithChangedContent(folder)
  const tests = spawn('npm', ['test'], { cwd: folder, env: environment, stdio: 'inherit' })
  const [code] = (await once(tests, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
