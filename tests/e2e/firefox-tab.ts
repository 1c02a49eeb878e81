import { test as base, expect } from 'playwright/test'
import { launch, type Browser, type BrowserContext, type Page } from 'puppeteer-core'
import { findFirefox } from '#local/browsers.mjs'
import { WAIT_LIMIT } from '#tests/harness/limits.ts'

export { expect }

/** Firefox says this when a page is left while it still fetches a script: the hash is that of an empty file. */
const ABORTED_FETCH =
  /^None of the “sha256” hashes in the integrity attribute match the content of the subresource at “[^”]+”\. The computed hash is “47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=”\.$/

/** Opens a path in a new tab with a cache of its own, as a link in an email does; `preload` runs before the page. */
type OpenTab = (path: string, preload?: string) => Promise<Page>

/** Firefox, driven by Puppeteer, because Playwright 1.65 cannot drive an installed one. Unexpected errors fail a test. */
export const test = base.extend<{ openTab: OpenTab; allowedErrors: RegExp[] }, { firefox: Browser }>({
  firefox: [
    async ({ headless }, use) => {
      const executablePath = findFirefox() ?? 'firefox'
      const firefox = await launch({ browser: 'firefox', executablePath, headless })
      await use(firefox)
      await firefox.close()
    },
    { scope: 'worker' },
  ],
  allowedErrors: [[], { option: true }],
  openTab: async ({ firefox, baseURL, request, allowedErrors }, use) => {
    const stripe = await (await request.get('/__local/stripe/stripe.js')).text()
    const contexts: BrowserContext[] = []
    const said: string[] = []
    const tell = (text: string) =>
      [ABORTED_FETCH, ...allowedErrors].some((allowed) => allowed.test(text)) || said.push(text)
    await use(async (path, preload) => {
      const context = await firefox.createBrowserContext()
      contexts.push(context)
      const page = await context.newPage()
      page.setDefaultTimeout(WAIT_LIMIT)
      page.on('console', (message) => message.type() === 'error' && tell(message.text()))
      page.on('pageerror', (error) => tell(error instanceof Error ? error.message : String(error)))
      await page.setViewport({ width: 390, height: 844 })
      await page.evaluateOnNewDocument(stripe)
      await page.evaluateOnNewDocument(
        `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          console.error('Blocked: ' + effectiveDirective + ' ' + blockedURI))`,
      )
      if (preload) await page.evaluateOnNewDocument(preload)
      await page.goto(new URL(path, baseURL).href)
      return page
    })
    for (const context of contexts) await context.close()
    expect(said, 'what the pages complained of').toEqual([])
  },
})
