import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { findWebKit } from '#local/browsers.mjs'
import { bindPort } from '#local/port.ts'
import type { BrowserTab, Engine } from '#tests/browsers/tab.ts'

// WebKitGTK over WebDriver (https://www.w3.org/TR/webdriver2/), in a virtual screen: it has no headless mode.

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const HEIGHT = 880

type Send = <Result>(method: string, path: string, body?: object) => Promise<Result>

export async function startWebKit(): Promise<Engine> {
  const config = mkdtempSync(join(tmpdir(), 'meridian-webkit-'))
  // Without it, GTK's toolbar keeps the window at 447 px at least.
  mkdirSync(join(config, 'gtk-3.0'))
  writeFileSync(join(config, 'gtk-3.0', 'gtk.css'), '* { min-width: 0; padding: 0; border: 0; margin: 0 }')
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = `:${String(await firstChunk(screen.stdio[3] as Readable)).trim()}`
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: config,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      // As root, its sandbox does not start.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  })
  const send = sender(`http://127.0.0.1:${port}`)
  await untilReady(send)
  const sessions: string[] = []
  return {
    async newTab(width) {
      // The driver runs one session at a time; each has a cache and storage of its own.
      for (const old of sessions.splice(0)) await send('DELETE', old)
      const options = { binary: findWebKit(), args: ['--automation'] }
      const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
      })
      const session = `/session/${sessionId}`
      sessions.push(session)
      await send('POST', `${session}/window/rect`, { x: 0, y: 0, width, height: HEIGHT })
      return new WebKitTab(send, session)
    },
    async close() {
      for (const session of sessions) await send('DELETE', session).catch(() => {})
      for (const program of [driver, screen]) await end(program)
      await rm(config, { recursive: true, force: true })
    },
  }
}

class WebKitTab implements BrowserTab {
  readonly send: Send
  readonly session: string
  constructor(send: Send, session: string) {
    this.send = send
    this.session = session
  }

  async open(url: string): Promise<void> {
    await this.send('POST', `${this.session}/url`, { url })
  }

  run<Result>(script: string, ...args: unknown[]): Promise<Result> {
    const body = { script: `const args = [...arguments]; ${script}`, args }
    return this.send<Result>('POST', `${this.session}/execute/sync`, body)
  }

  async click(script: string, ...args: unknown[]): Promise<void> {
    await this.send('POST', `${await this.element(script, args)}/click`, {})
  }

  async type(text: string, script: string, ...args: unknown[]): Promise<void> {
    const element = await this.element(script, args)
    await this.run('if (args[0].select) args[0].select()', await this.run(script, ...args))
    await this.send('POST', `${element}/value`, { text })
  }

  async inFrame(selector: string, steps: (frame: BrowserTab) => Promise<void>): Promise<void> {
    const id = await this.run('return document.querySelector(args[0])', selector)
    await this.send('POST', `${this.session}/frame`, { id })
    await steps(this)
    await this.send('POST', `${this.session}/frame/parent`, {})
  }

  private async element(script: string, args: unknown[]): Promise<string> {
    const found = await this.run<Record<string, string>>(script, ...args)
    return `${this.session}/element/${found[ELEMENT]}`
  }
}

function sender(base: string): Send {
  return async (method, path, body) => {
    const response = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: never }
    if (!response.ok) throw new Error(`WebKit: ${path}: ${JSON.stringify(value)}`)
    return value
  }
}

async function untilReady(send: Send): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const status = await send<{ ready: boolean }>('GET', '/status').catch(() => undefined)
    if (status?.ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('WebKitWebDriver did not start')
}

async function freePort(): Promise<number> {
  const door = await bindPort(0)
  await door.close()
  return Number(new URL(door.site).port)
}

const firstChunk = (stream: Readable) => new Promise((resolve) => stream.once('data', resolve))

async function end(program: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => program.once('close', resolve))
  if (program.exitCode === null && program.kill()) await ended
}
