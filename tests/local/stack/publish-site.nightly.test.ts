import { glob, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { NO_WEBSITE } from '#contract/website/website.ts'
import { startStack, type Stack } from '#local/stack.ts'
import { builtFolder } from '#tests/harness/built-files.ts'
import { TEST_LIMIT } from '#tests/harness/limits.ts'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'
import { buildSmallSite } from '#tests/local/stack/small-site.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const DAY = new Date().toISOString().slice(0, 10)

let folder: string
let stack: Stack
beforeAll(async () => {
  vi.stubEnv('MAIL_FROM', 'sender@clinic.example')
  folder = scratchFolder()
  const built = await buildSmallSite(folder)
  stack = await startStack({ port: 0, dir: stackFolder(), built })
})
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

const changedAt = (path: string) =>
  stat(join(ROOT, path)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
const stackFolder = () => join(folder, 'publishing')
const scriptsIn = async (site: string) =>
  (await readdir(join(site, '_astro'))).filter((name) => name.endsWith('.js')).toSorted()
const liveVersion = async () => {
  const response = await fetch(`${stack.info.site}/website.json`)
  return response.ok ? ((await response.json()) as { version: number }).version : 0
}

test('publishing builds the stack’s own version in 90 s, and leaves the output of the work tree alone', async () => {
  const before = await Promise.all(['dist/index.html', 'build/functions'].map(changedAt))
  const website = {
    ...NO_WEBSITE,
    opening: {
      week: Array.from({ length: 7 }, () => ({ from: '07:15', to: '07:45' })),
      closures: [{ from: '2098-12-24', to: '2098-12-26', open: null, reason: 'The test' }],
    },
    contact: {
      phone: '0151 496 0777',
      email: 'test@clinic.example.com',
      address: { street: '7 Test Street', city: 'Testtown', postcode: 'L1 0ZZ' },
      position: null,
      social: [],
    },
    prices: { firstVisit: [{ minutes: 15, pounds: '77.00' }], therapies: {} },
    notice: { text: 'Closed for the test', from: DAY, to: '2099-01-01', level: 'calm' },
  }
  const client = new Client({ connectionString: stack.info.databaseUrl })
  await client.connect()
  await client.query(`insert into website_version values (1, $1, 'someone', now(), now())`, [website])
  await client.end()
  await fetch(`${stack.info.site}/__local/build`, { method: 'POST' })
  await expect.poll(liveVersion, { timeout: TEST_LIMIT, interval: 500 }).toBe(1)
  expect(await (await fetch(stack.info.site)).text()).toContain('Closed for the test')
  expect(await Promise.all(['dist/index.html', 'build/functions'].map(changedAt))).toEqual(before)
  // No script has another name, so that pages that are open find theirs.
  const [published = ''] = await Array.fromAsync(glob('published-*/site', { cwd: stackFolder() }))
  expect(await scriptsIn(join(stackFolder(), published))).toEqual(await scriptsIn(builtFolder('dist')))
})
