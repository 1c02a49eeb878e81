import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres, type Postgres } from '#local/postgres/postgres.ts'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'

let folder: string
let dir: string
beforeEach(() => {
  folder = scratchFolder()
  dir = join(folder, 'postgres')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = () => startPostgres({ dir, fast: true })
const isRunning = () => existsSync(join(dir, 'postmaster.pid'))
const pidOf = () => Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0])

async function ask(postgres: Postgres, query: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.url('postgres') })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(query)
  await client.end()
  return rows
}

test('Postgres starts on a new folder with the locale of Neon, keeps its data, and stops', async () => {
  const first = await start()
  expect(await ask(first, `select upper('é') as letter, current_setting('timezone') as zone`)).toEqual([
    { letter: 'É', zone: 'UTC' },
  ])
  await ask(first, 'create table kept (n int)')
  await first.stop()
  expect(isRunning()).toBe(false)
  const second = await start()
  expect(await ask(second, 'select * from kept')).toEqual([])
  await second.stop()
})

test('startPostgres adopts the server of a killed process', async () => {
  const code = `import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, '../../../local/postgres/postgres.ts'))}
    await startPostgres({ dir: ${JSON.stringify(dir)}, fast: true })
    console.log('started')
    setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code])
  await once(owner.stdout, 'data')
  const pid = pidOf()
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  const postgres = await start()
  expect(pidOf()).toBe(pid)
  await postgres.stop()
  expect(isRunning()).toBe(false)
})

test('Postgres restarts with all committed data after it was killed', async () => {
  const first = await startPostgres({ dir })
  await ask(first, 'create table kept (n int)')
  process.kill(pidOf(), 'SIGKILL')
  const second = await start()
  expect(await ask(second, 'select * from kept')).toEqual([])
  await second.stop()
})

test('two parallel starts share one server', async () => {
  const [one, other] = await Promise.all([start(), start()])
  expect(one.port).toBe(other.port)
  await one.stop()
  await other.stop()
})
