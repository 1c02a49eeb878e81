import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NeonQueryFunction } from '@neondatabase/serverless'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway } from '#local/postgres/gateway.ts'
import { treeshakeNeon } from '#scripts/esbuild-treeshake-neon.ts'
import { startCluster } from '#tests/harness/scratch-postgres.ts'

type Driver = typeof import('@neondatabase/serverless')

const started = new AsyncDisposableStack()
let driver: Driver
let bytes: number
let sql: NeonQueryFunction<false, false>

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meridian-driver-'))
  started.defer(() => rm(folder, { recursive: true }))
  const outfile = join(folder, 'driver.mjs')
  const contents = `export { neon, neonConfig, types } from '@neondatabase/serverless'`
  const { metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    minify: true,
    metafile: true,
    plugins: [treeshakeNeon],
  })
  bytes = Object.values(metafile.outputs)[0]!.bytes
  driver = await import(outfile)
  const cluster = started.use(await startCluster())
  const gateway = await startGateway({ postgresPort: cluster.port })
  started.defer(() => gateway.stop())
  driver.neonConfig.fetchEndpoint = (host, port) => `http://${host}:${port}/sql`
  sql = driver.neon(gateway.url('postgres'))
})
afterAll(() => started.disposeAsync())

describe('the driver without unused code', () => {
  it('is little more than half the size', () => {
    expect(bytes).toBeLessThan(85_000)
  })

  it('sends and reads values like the original', async () => {
    const sent = {
      text: 'é',
      list: ['x', 'y'],
      bytes: Buffer.from('£'),
      at: new Date('2026-01-02T03:04:05Z'),
    }
    const [row] =
      await sql`select ${sent.text}::text as text, ${sent.list}::text[] as list, ${sent.bytes}::bytea as bytes,
      ${sent.at}::timestamptz as at, 2::bigint as bigint, '{"a":1}'::jsonb as json`
    expect(row).toEqual({ ...sent, bigint: '2', json: { a: 1 } })
  })

  it('uses a custom type parser', async () => {
    driver.types.setTypeParser(1082, (text: string) => `the ${text}`)
    expect(await sql`select '2026-03-29'::date as day`).toEqual([{ day: 'the 2026-03-29' }])
  })

  it('runs statements in a transaction, and reports which was refused', async () => {
    await sql.transaction([
      sql`create table purse (pence int check (pence >= 0))`,
      sql`insert into purse values (5)`,
    ])
    const refused = sql.transaction([sql`delete from purse`, sql`insert into purse values (-1)`])
    await expect(refused).rejects.toMatchObject({ code: '23514', table: 'purse' })
    expect(await sql`select pence from purse`).toEqual([{ pence: 5 }])
  })
})
