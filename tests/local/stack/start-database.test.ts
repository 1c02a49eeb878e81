import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSecrets } from '#local/secrets.ts'
import { startDatabase } from '#local/start-database.ts'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'

let folder: string

beforeAll(() => {
  folder = scratchFolder()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(query)
  await client.end()
  return rows
}

test('startDatabase moves the data of another version to a subfolder, and says where', async () => {
  const dir = join(folder, 'local')
  const before = await startDatabase(dir)
  loadSecrets(dir)
  await ask(before.url, `insert into kysely_migration values ('0000_before', 'then')`)
  await before.stop()

  const steps: string[] = []
  const after = await startDatabase(dir, (step) => steps.push(step))
  try {
    expect(await ask(after.url, `select from kysely_migration where name = '0000_before'`)).toEqual([])
  } finally {
    await after.stop()
  }
  const moved = (await readdir(dir)).filter((name) => name !== 'postgres')
  expect(moved).toEqual([expect.stringMatching(/^other-version-/)])
  expect((await readdir(join(dir, moved[0]!))).toSorted()).toEqual(['postgres', 'secrets.json'])
  expect(steps).toEqual([expect.stringContaining(join(dir, moved[0]!))])
})
