import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_WEBSITE, type PublishedWebsite } from '#contract/website/website.ts'
import { publishedModule } from '#scripts/website/published-module.ts'
import { readWebsite } from '#scripts/website/read-website.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const NOW = new Date('2026-11-26T09:00:00Z')
/** Nothing listens there. */
const NOWHERE = 'http://localhost:1'
const NO_DATABASE = 'postgres://someone:secret@localhost:1/none'
const WEBSITE = { ...NO_WEBSITE, gettingHere: [{ by: 'Tram', text: 'To the door.' }] }
const LIVE: PublishedWebsite = {
  version: 7,
  publishedAt: '2026-11-25T09:00:00.000Z',
  builtAt: '2026-11-25T09:02:00.000Z',
  website: WEBSITE,
}

let said: string[] = []
let live: Server
/** What the live site answers at /website.json. */
let answer: { status: number; body: string }
beforeEach(async () => {
  said = []
  answer = { status: 200, body: JSON.stringify(LIVE) }
  live = createServer((request, response) => {
    response.statusCode = request.url === '/website.json' ? answer.status : 404
    response.end(answer.body)
  }).listen(0, 'localhost')
  await once(live, 'listening')
})
afterEach(async () => {
  live.close()
  await world.rows('delete from website_version')
})

const siteUrl = () => `http://localhost:${(live.address() as AddressInfo).port}`
const read = (databaseUrl: string | undefined = world.databaseUrl, site: string | undefined = NOWHERE) =>
  readWebsite({ databaseUrl, siteUrl: site, now: NOW, report: (line) => said.push(line) })
const insert = (version: number, website: object, isPublished = true) =>
  world.rows(
    `insert into website_version values ($1, $2, 'someone', now(), case when $3 then '2026-11-25T09:00:00Z'::timestamptz end)`,
    [version, JSON.stringify(website), isPublished],
  )

describe('the build reads', () => {
  it('the same without a database, without the table and with an empty table', async () => {
    const nothing = await readWebsite({
      databaseUrl: undefined,
      siteUrl: NOWHERE,
      now: NOW,
      report: () => {},
    })
    expect(nothing).toEqual({ version: 0, publishedAt: null, builtAt: null, website: NO_WEBSITE })
    expect(await read()).toEqual(nothing)
    await world.rows('alter table website_version rename to moved')
    expect(await read()).toEqual(nothing)
    await world.rows('alter table moved rename to website_version')
    await insert(1, WEBSITE, false)
    expect(await read()).toEqual(nothing)
    expect(publishedModule(nothing, NOW)).toContain('{"clinic":{"closures":[],"notice":null},"therapies":{}}')
  })

  it('the newest published version, also when a newer one is only saved', async () => {
    await insert(1, NO_WEBSITE)
    await insert(2, WEBSITE)
    await insert(3, NO_WEBSITE, false)
    expect(await read()).toEqual({
      version: 2,
      publishedAt: '2026-11-25T09:00:00.000Z',
      builtAt: NOW.toISOString(),
      website: WEBSITE,
    })
  })

  it('the last good version if a newer one does not match the schema, and names the field', async () => {
    await insert(1, WEBSITE)
    await insert(2, { ...WEBSITE, notice: { text: 'Closed' } })
    expect((await read()).version).toBe(1)
    expect(said[0]).toContain(
      'Version 2 of the website is left out: it does not match the schema at notice.from',
    )
  })

  it('the files if no version matches the schema', async () => {
    await insert(1, { opening: 'always' })
    expect((await read()).version).toBe(0)
  })

  it('the live version if the database is out of reach, without telling its address', async () => {
    expect(await read(NO_DATABASE, siteUrl())).toEqual({ ...LIVE, builtAt: NOW.toISOString() })
    expect(said.join()).not.toContain('secret')
  })

  it.each([
    ['has none', 404, ''],
    ['has none of this form', 200, '{"version":7,"website":{}}'],
    ['has a page there', 200, '<!doctype html>'],
  ])('nothing, and stops, if the database is out of reach and the live site %s', async (_, status, body) => {
    answer = { status, body }
    await expect(read(NO_DATABASE, siteUrl())).rejects.toThrow('The build stops')
  })

  it('the live version if DATABASE_URL is no address, and names the variable without its value', async () => {
    expect(await read('psql hunter2', siteUrl())).toEqual({ ...LIVE, builtAt: NOW.toISOString() })
    expect(said[0]).toContain('DATABASE_URL')
    expect(said.join()).not.toContain('hunter2')
  })

  it('the files if DATABASE_URL is no address and there is no live website.json', async () => {
    answer = { status: 404, body: '' }
    expect((await read('psql hunter2', siteUrl())).version).toBe(0)
  })

  it.each([
    ['fails', 503, ''],
    ['has none of this form', 200, '{"version":7,"website":{}}'],
  ])('nothing, and stops, if DATABASE_URL is no address and the live site %s', async (_, status, body) => {
    answer = { status, body }
    await expect(read('psql hunter2', siteUrl())).rejects.toThrow('The build stops')
  })

  it('nothing, and stops, if both are out of reach', async () => {
    await expect(read(NO_DATABASE)).rejects.toThrow('The build stops')
    await expect(
      readWebsite({ databaseUrl: NO_DATABASE, siteUrl: undefined, now: NOW, report: () => {} }),
    ).rejects.toThrow('URL is not set')
  })
})
