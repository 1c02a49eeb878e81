import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../../local/browsers.mjs'
import { ALONE } from '../../harness/open-browser.ts'

/** A Chromium of its own, with the port that Lighthouse drives it by. */
export async function startDebuggedBrowser() {
  const profile = await mkdtemp(join(tmpdir(), 'meridian-chromium-'))
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-first-run']
  const child = spawn(findChromium() ?? 'chromium', [...ALONE, ...own, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const close = async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'close')
    await rm(profile, { recursive: true, maxRetries: 5 })
  }
  return { port: await portOf(child), [Symbol.asyncDispose]: close }
}

function portOf({ stderr }: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let said = ''
  stderr?.on('data', (text: Buffer) => {
    said += String(text)
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1]
    if (port) resolve(Number(port))
  })
  stderr?.on('end', () => reject(new Error(`Chromium did not start:\n${said}`)))
  return promise
}
