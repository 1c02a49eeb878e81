import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { NO_WEBSITE } from '#contract/website/website.ts'
import { readWebsite } from '#scripts/website/read-website.ts'
import { problemWith, type Variable } from '#server/env.ts'

const TOML = readFileSync(resolve(import.meta.dirname, '../../netlify.toml'), 'utf8')
const COMMAND = /^\[context\.production\]\ncommand = "(.+)"$/m.exec(TOML)?.[1] ?? ''
const MIGRATE = resolve(import.meta.dirname, '../../scripts/migrate.ts')
const folder = mkdtempSync(join(tmpdir(), 'deploy-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs Netlify's build command with a fake npm that records its scripts and fails at one. */
function deploy(fails: string): { passed: boolean; ran: string[] } {
  const npm = join(folder, 'npm')
  const log = join(folder, 'log')
  if (existsSync(log)) rmSync(log)
  writeFileSync(npm, `#!/bin/sh\necho "$2" >> "${log}"\n[ "$2" != "${fails}" ]\n`)
  chmodSync(npm, 0o755)
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
  const { status } = spawnSync('sh', ['-c', COMMAND], { env })
  return { passed: status === 0, ran: readFileSync(log, 'utf8').trim().split('\n') }
}

it.each([
  ['nothing', true, ['build', 'migrate', 'doctor']],
  ['build', false, ['build']],
  ['migrate', false, ['build', 'migrate']],
  ['doctor', true, ['build', 'migrate', 'doctor']],
])('a deploy of the live site in which %s fails: published is %s', (fails, passed, ran) => {
  expect(deploy(fails)).toEqual({ passed, ran })
})

const [, section = ''] = /^\[template\.environment\]\n((?:\w+ = ".*"\n)+)/m.exec(TOML) ?? []
/** What the deploy button suggests, by variable. */
const suggested = Array.from(
  section.matchAll(/^(\w+) = "(.*)"$/gm),
  ([, name, text]) => [name!, text!] as const,
)

it('what the deploy button suggests for a variable is never taken for its value', () => {
  expect(suggested.length).toBeGreaterThan(5)
  for (const [name, text] of suggested) vi.stubEnv(name, text)
  const taken = suggested.filter(
    ([name]) => name !== 'DATABASE_URL_UNPOOLED' && !problemWith(name as Variable),
  )
  vi.unstubAllEnvs()
  expect(taken).toEqual([])
})

it('what the deploy button suggests lets the first deploy read the website and migrate, and the log names the variables', async () => {
  const env = Object.fromEntries(suggested)
  const site = createServer((_, response) => response.writeHead(404).end()).listen(0, 'localhost')
  await once(site, 'listening')
  const lines: string[] = []
  const website = await readWebsite({
    databaseUrl: env['DATABASE_URL'],
    siteUrl: `http://localhost:${(site.address() as AddressInfo).port}`,
    now: new Date(),
    report: (line) => lines.push(line),
  }).finally(() => site.close())
  expect(website).toMatchObject({ version: 0, website: NO_WEBSITE })
  expect(lines[0]).toMatch(/^DATABASE_URL is not an address/)
  const { status, stdout, stderr } = spawnSync(process.execPath, [MIGRATE], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^DATABASE_URL_UNPOOLED is not an address, so no migration was applied: copy it /)
})
