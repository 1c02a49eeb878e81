import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { findHeadlessChromium } from '#local/browsers.mjs'
import { buildCopy, type Built } from '#local/stack.ts'
import { openBrowser } from '#tests/harness/open-browser.ts'

/** A browser, and a build of the site that no other build replaces. */
export interface BrowserSetup extends AsyncDisposable {
  browser: Browser
  built: Built
}

/** Resolves to undefined without a Chromium. */
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

/** Stops routing before the sites end, because pages may still be fetching. */
export async function unroutePages(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
}
