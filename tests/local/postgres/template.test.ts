import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropDatabase, ensureDatabase } from '#local/postgres/databases.ts'
import { cloneDatabase, createTemplate } from '#local/postgres/template.ts'
import { startCluster, type Cluster } from '#tests/harness/scratch-postgres.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster[Symbol.asyncDispose]())

async function run(url: string, query: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(query)).rows
  } finally {
    await client.end()
  }
}

test('clones contain the rows of the template and are isolated', async () => {
  const template = cluster.url('template_clinic')
  await createTemplate(template, (url) => run(url, 'create table a (n int); insert into a values (1)'))
  const [one, other] = await Promise.all([cloneDatabase(template), cloneDatabase(template, 'named')])
  expect(new URL(other).pathname).toBe('/named')
  await run(one, 'delete from a')
  expect(await run(one, 'select * from a')).toEqual([])
  expect(await run(other, 'select * from a')).toEqual([{ n: 1 }])
})

test('createTemplate replaces an existing template', async () => {
  const template = cluster.url('template_twice')
  await createTemplate(template, (url) => run(url, 'create table a (n int)'))
  await createTemplate(template, (url) => run(url, 'create table a (n int)'))
  expect(await run(await cloneDatabase(template), 'select * from a')).toEqual([])
})

test('a database is created once and can be dropped while in use', async () => {
  const url = cluster.url('Some "name"')
  expect(await ensureDatabase(url)).toBe(true)
  expect(await ensureDatabase(url)).toBe(false)
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await dropDatabase(url)
  expect(await ensureDatabase(url)).toBe(true)
})
