import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

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
