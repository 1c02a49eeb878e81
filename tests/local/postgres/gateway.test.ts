import { neon, neonConfig, NeonDbError, type NeonQueryFunction } from '@neondatabase/serverless'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startGateway, type Gateway } from '#local/postgres/gateway.ts'
import { startCluster, type Cluster } from '#tests/harness/scratch-postgres.ts'

let cluster: Cluster
let gateway: Gateway
let sql: NeonQueryFunction<false, false>

beforeAll(async () => {
  neonConfig.fetchEndpoint = (host, port) => `http://${host}:${port}/sql`
  cluster = await startCluster()
  gateway = await startGateway({ postgresPort: cluster.port })
  sql = neon(gateway.url('postgres'))
  await sql`create table purse (id int primary key, pence int constraint not_negative check (pence >= 0))`
})
afterEach(() => gateway.clearFaults())
afterAll(async () => {
  await gateway.stop()
  await cluster[Symbol.asyncDispose]()
})

async function connectDirectly(): Promise<Client> {
  const client = new Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  return client
}

async function refusal(promise: Promise<unknown>): Promise<NeonDbError> {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  if (error instanceof NeonDbError) return error
  throw new Error('The call was not refused', { cause: error })
}

describe('a request of the Neon driver', () => {
  test('returns values that the driver parses', async () => {
    const [row] = await sql`select 1 as int, 2::bigint as bigint, ${'é'} as text, '{"a":1}'::jsonb as json,
      null as nothing, '{x,y}'::text[] as list, '2026-01-02 03:04:05Z'::timestamptz as time`
    expect(row).toEqual({
      int: 1,
      bigint: '2',
      text: 'é',
      json: { a: 1 },
      nothing: null,
      list: ['x', 'y'],
      time: new Date('2026-01-02T03:04:05Z'),
    })
  })

  test('returns the Postgres error with the constraint', async () => {
    const error = await refusal(sql`insert into purse values (100, -1)`)
    expect(error).toMatchObject({
      code: '23514',
      constraint: 'not_negative',
      table: 'purse',
      severity: 'ERROR',
    })
    expect(error.message).toContain('violates check constraint "not_negative"')
  })

  test('refuses several statements in one string', async () => {
    expect(await refusal(sql.query('select 1; select 2'))).toMatchObject({ code: '42601' })
  })

  test('resets the session', async () => {
    await sql`set statement_timeout = 12345`
    await sql`begin`
    const rows = await Promise.all(Array.from({ length: 5 }, () => sql`show statement_timeout`))
    expect(rows.flat()).toEqual(Array.from({ length: 5 }, () => ({ statement_timeout: '0' })))
  })

  test('is refused for a database that does not exist and for one elsewhere', async () => {
    expect(await refusal(neon(gateway.url('nowhere'))`select 1`)).toMatchObject({ code: '3D000' })
    const answer = await fetch(`http://localhost:${gateway.port}/sql`, {
      method: 'POST',
      headers: { 'neon-connection-string': 'postgres://a:b@db.example.com/c' },
      body: '{"query":"select 1","params":[]}',
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ message: 'This is the local database, not db.example.com' })
  })
})

describe('a batch', () => {
  test('commits all statements', async () => {
    const [, rows] = await sql.transaction([
      sql`insert into purse values (1, 10)`,
      sql`select pence from purse where id = 1`,
    ])
    expect(rows).toEqual([{ pence: 10 }])
  })

  test('rolls back if its last statement fails', async () => {
    const batch = sql.transaction([
      sql`insert into purse values (2, 10)`,
      sql`insert into purse values (3, -10)`,
    ])
    expect(await refusal(batch)).toMatchObject({ code: '23514' })
    expect(await sql`select * from purse where id in (2, 3)`).toEqual([])
  })

  test('runs with the requested isolation level', async () => {
    const [level, mode] = await sql.transaction(
      [sql`show transaction_isolation`, sql`show transaction_read_only`],
      {
        isolationLevel: 'Serializable',
        readOnly: true,
      },
    )
    expect([level, mode]).toEqual([
      [{ transaction_isolation: 'serializable' }],
      [{ transaction_read_only: 'on' }],
    ])
  })
})

test('200 parallel requests all succeed', async () => {
  await sql`insert into purse values (200, 0)`
  const before = gateway.calls
  await Promise.all(Array.from({ length: 200 }, () => sql`update purse set pence = pence + 1 where id = 200`))
  expect(gateway.calls - before).toBe(200)
  expect(await sql`select pence from purse where id = 200`).toEqual([{ pence: 200 }])
})

test('requests run in parallel, so that tests can find races', async () => {
  await sql`insert into purse values (201, 0)`
  const holder = await connectDirectly()
  const watcher = await connectDirectly()
  await holder.query('begin; update purse set pence = 1 where id = 201')
  const calls = Array.from({ length: 100 }, () => sql`update purse set pence = pence + 1 where id = 201`)
  const all = Promise.all(calls)
  const waiting = `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`
  await vi.waitUntil(async () => (await watcher.query<{ count: number }>(waiting)).rows[0]?.count === 40)
  await holder.query('commit')
  await all
  await Promise.all([holder.end(), watcher.end()])
  expect(await sql`select pence from purse where id = 201`).toEqual([{ pence: 101 }])
})

test('more databases than connections are served in turn', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `many_${index}`)
  for (const name of names.slice(0, 3)) await sql.query(`create database ${name} strategy file_copy`)
  const calls = names.map(
    (_, index) => neon(gateway.url(`many_${index % 3}`))`select current_database() as name`,
  )
  expect((await Promise.all(calls)).flat()).toEqual(names.map((_, index) => ({ name: `many_${index % 3}` })))
})

test('pg reads and writes through the same URL', async () => {
  const client = new Client({ connectionString: gateway.url('postgres') })
  await client.connect()
  await client.query('begin')
  await client.query('insert into purse values (300, 3)')
  expect(await sql`select * from purse where id = 300`).toEqual([])
  await client.query('commit')
  expect(await sql`select * from purse where id = 300`).toEqual([{ id: 300, pence: 3 }])
  await client.end()
})

describe('a fault', () => {
  test('before the statements run loses the request', async () => {
    gateway.fault({ match: /insert into purse/ })
    expect((await sql`select 1 as one`)[0]).toEqual({ one: 1 })
    expect((await refusal(sql`insert into purse values (400, 4)`)).message).toContain('Error connecting')
    expect(await sql`select * from purse where id = 400`).toEqual([])
  })

  test('after the statements ran loses only the response', async () => {
    gateway.fault({ after: true, times: 2 })
    await refusal(sql`insert into purse values (401, 4)`)
    await refusal(sql`insert into purse values (402, 4)`)
    expect(await sql`select id from purse where id in (401, 402)`).toHaveLength(2)
  })

  test('that pauses delays requests until it ends', async () => {
    gateway.pause()
    const call = sql`select 1 as one`
    const first = await Promise.race([
      call,
      sql`select 2 as two`,
      new Promise((resolve) => setImmediate(resolve, 'held')),
    ])
    expect(first).toBe('held')
    gateway.resume()
    expect(await call).toEqual([{ one: 1 }])
  })
})
