import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { problemWith, type Variable } from '#server/env.ts'

const TOML = readFileSync(resolve(import.meta.dirname, '../../netlify.toml'), 'utf8')
const COMMAND = /^\[context\.production\]\ncommand = "(.+)"$/m.exec(TOML)?.[1] ?? ''
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

it('what the deploy button suggests for a variable is never taken for its value', () => {
  const [, section = ''] = /^\[template\.environment\]\n((?:\w+ = ".*"\n)+)/m.exec(TOML) ?? []
  const suggested = Array.from(section.matchAll(/^(\w+) = "(.*)"$/gm), ([, name, text]) => [name!, text!])
  expect(suggested.length).toBeGreaterThan(5)
  for (const [name, text] of suggested) vi.stubEnv(name!, text)
  const taken = suggested.filter(
    ([name]) => name !== 'DATABASE_URL_UNPOOLED' && !problemWith(name as Variable),
  )
  vi.unstubAllEnvs()
  expect(taken).toEqual([])
})
