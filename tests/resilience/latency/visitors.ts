import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { openBrowser } from '../../harness/open-browser.ts'
import { findHeadlessChromium } from '../../../local/browsers.mjs'
import { buildCopy, type Built } from '../../../local/stack.ts'

/** What it takes to visit a world: a browser, and a site of its own that nobody builds anew meanwhile. */
export interface BrowserSetup extends AsyncDisposable {
  browser: Browser
  built: Built
}

/** Undefined where there is no Chromium. */
export async function setUpBrowser(): Promise<BrowserSetup | undefined> {
  const chromium = findHeadlessChromium()
  if (!chromium) return undefined
  await using begun = new AsyncDisposableStack()
  const dir = await mkdtemp(join(tmpdir(), 'slow-worlds-'))
  begun.defer(() => rm(dir, { recursive: true, force: true }))
  const built = await buildCopy(dir, () => {})
  const browser = begun.adopt(await openBrowser(chromium), (opened) => opened.close())
  const everything = begun.move()
  return { browser, built, [Symbol.asyncDispose]: () => everything.disposeAsync() }
}

/** Before the worlds end: what the pages still fetch then is nobody's fault. */
export async function closePages(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
}
