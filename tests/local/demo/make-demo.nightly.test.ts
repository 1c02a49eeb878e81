import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeDemo } from '#local/demo/make-demo.ts'
import type { YearSize } from '#local/demo/play-year.ts'
import { systemClock } from '#server/clients/services.ts'
import { createDb } from '#server/db/db.ts'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'
import { brokenBooks, openRows } from '#tests/harness/start-world.ts'

const SHORT: YearSize = { days: 8, vouchers: 3, orders: 2, enquiries: 2, abandoned: 2 }
const END = new Date('2026-11-25T15:00:00Z')

const folder = scratchFolder()
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Written by migrations and by the start of the local stack, at the real time. */
const NOT_PLAYED = ['kysely_migration', 'settings']
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g

/** Plays a short year and returns its rows and emails, without what differs in each run: ids, and times to the microsecond. */
async function playShortYear(dir: string, seed: number) {
  vi.stubEnv('ADDRESS_KEY', 'a key of thirty-two characters or more')
  vi.stubEnv('ADMIN_PASSWORD', 'a heron stands in the Mersey')
  const services = await makeDemo({
    dir: join(folder, dir),
    site: 'http://localhost:4321',
    seed,
    end: END,
    size: SHORT,
  })
  const { rows, ...open } = openRows(services.databaseUrl)
  const tables = await rows<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [NOT_PLAYED],
  )
  const lines = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await rows<{ line: string }>(
        `select '${name} ' || (to_jsonb(entire) - '{withdrawn_at,hits}'::text[])::text as line from ${name} entire`,
      )
      return found.map(({ line }) => line.replace(UUID, 'id'))
    }),
  )
  const broken = await brokenBooks({
    rows,
    services: { db: createDb(services.databaseUrl), clock: { now: () => END } },
    stripe: services.stripe!,
  })
  const emails = services.mail!.list().map(({ to, subject, sentAt }) => `${sentAt} ${to} ${subject}`)
  await open[Symbol.asyncDispose]()
  await services.stop()
  return { lines: lines.flat().toSorted(), emails, broken }
}

let year: Awaited<ReturnType<typeof playShortYear>>
beforeAll(async () => void (year = await playShortYear('first', 1)))

test('makeDemo ends the year when asked, and keeps the books right', () => {
  expect(year.broken).toEqual([])
  expect(year.emails[0]! < END.toISOString()).toBe(true)
  // The functions have their own clock again.
  expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(1000)
})

test('makeDemo plays the same year for the same seed', async () =>
  expect(await playShortYear('second', 1)).toEqual(year))
