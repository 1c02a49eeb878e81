import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { chromium as playwrightChromium } from 'playwright'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findChromium, findFirefox, findHeadlessChromium, isHeadlessShell } from '#local/browsers.mjs'
import { isInstalled } from '#local/installed.mjs'
import { withLock } from '#local/lock.mjs'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'

let folder: string
beforeEach(() => {
  folder = scratchFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the packages', () => {
  const wanted = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/for-another-platform': { version: '1.0.0', optional: true },
  }
  const write = (file: string, packages: object) =>
    writeFile(join(folder, file), JSON.stringify({ packages }))
  beforeEach(async () => {
    await mkdir(join(folder, 'node_modules'))
    await write('package-lock.json', wanted)
  })

  test('are missing until npm has finished', () => expect(isInstalled(folder)).toBe(false))

  test.each([
    [true, { 'node_modules/a': { version: '1.0.0' } }],
    [false, { 'node_modules/a': { version: '0.9.0' } }],
    [false, {}],
    [false, { 'node_modules/a': { version: '1.0.0' }, 'node_modules/left-over': { version: '1.0.0' } }],
  ])('match the lock file: %s for %j', async (expected, packages) => {
    await write('node_modules/.package-lock.json', packages)
    expect(isInstalled(folder)).toBe(expected)
  })
})

describe('the lock', () => {
  test('lets one process run after the other', async () => {
    const file = join(folder, 'deep', 'lock')
    const steps: string[] = []
    const gate = Promise.withResolvers<void>()
    const first = withLock(file, async () => {
      await gate.promise
      steps.push('first done')
    })
    const waits = vi.fn<() => void>()
    const second = withLock(file, () => Promise.resolve(steps.push('second')), waits)
    expect(waits).toHaveBeenCalledOnce()
    gate.resolve()
    await Promise.all([first, second])
    expect(steps).toEqual(['first done', 'second'])
    expect(existsSync(file)).toBe(false)
  })

  test('of a killed process is ignored', async () => {
    const file = join(folder, 'lock')
    await writeFile(file, '999999999')
    const waits = vi.fn<() => void>()
    expect(await withLock(file, () => Promise.resolve('done'), waits)).toBe('done')
    expect(waits).not.toHaveBeenCalled()
  })
})

test('CHROMIUM names the browser', () => {
  vi.stubEnv('CHROMIUM', '/somewhere/chromium')
  expect([findChromium(), findHeadlessChromium()]).toEqual(['/somewhere/chromium', '/somewhere/chromium'])
  vi.unstubAllEnvs()
})

describe('findHeadlessChromium', () => {
  const executable = async (...path: string[]) => {
    const program = join(folder, ...path)
    await mkdir(dirname(program), { recursive: true })
    await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
    return program
  }
  /** In a process of its own: Playwright reads the environment once. */
  const found = () => {
    const script = `import('#local/browsers.mjs').then((browsers) => console.log(browsers.findHeadlessChromium()))`
    const env = { PATH: folder, PLAYWRIGHT_BROWSERS_PATH: folder }
    return execFileSync(process.execPath, ['--eval', script], { env, encoding: 'utf8' }).trim()
  }
  const playwrights = () => relative(folder, playwrightChromium.executablePath()).split(sep).slice(-3)

  test('prefers an installed headless shell to a full Chromium', async () => {
    await executable('chromium')
    const shell = await executable('chromium-headless-shell')
    expect(found()).toBe(shell)
  })

  test('prefers Playwright’s headless shell to a full Chromium', async () => {
    const chromium = await executable('chromium')
    expect(found()).toBe(chromium)
    const [build = '', platform = ''] = playwrights()
    const shell = await executable(
      build.replace('chromium-', 'chromium_headless_shell-'),
      platform.replace('chrome-', 'chrome-headless-shell-'),
      'chrome-headless-shell',
    )
    expect(found()).toBe(shell)
    expect([chromium, shell].map(isHeadlessShell)).toEqual([false, true])
  })
})

test('findFirefox returns the browser that FIREFOX names', () => {
  vi.stubEnv('FIREFOX', '/somewhere/firefox')
  expect(findFirefox()).toBe('/somewhere/firefox')
  vi.unstubAllEnvs()
})

test('findFirefox returns the firefox-esr that is on the PATH', async () => {
  const program = join(folder, 'firefox-esr')
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
  vi.stubEnv('FIREFOX', '')
  vi.stubEnv('PATH', folder)
  expect(findFirefox()).toBe(program)
  vi.unstubAllEnvs()
})
