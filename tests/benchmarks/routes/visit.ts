import type { Browser, Page } from 'playwright'

export interface Viewport {
  width: number
  height: number
}

/** Addresses that Chromium asked for, each once. */
export interface Visit {
  onLoad: string[]
  /** Those and what more was wanted on the way to the end of the page. */
  afterScroll: string[]
}

/** A first visit, with nothing in the cache. */
export async function visit(browser: Browser, url: string, viewport: Viewport): Promise<Visit> {
  const context = await browser.newContext({ viewport, locale: 'en-GB' })
  const asked = new Set<string>()
  try {
    const page = await context.newPage()
    page.on('request', (request) => asked.add(request.url()))
    await page.goto(url, { waitUntil: 'networkidle' })
    const onLoad = [...asked]
    await scrollToEnd(page)
    await page.waitForLoadState('networkidle')
    return { onLoad, afterScroll: [...asked] }
  } finally {
    await context.close()
  }
}

/** Screen by screen, as a reader does: whatever waits to be seen is seen. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
    const { documentElement: root } = document
    for (let top = 0; top < root.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await pause()
    }
  })
  // An island that was reached asks for its script a moment later.
  await page.waitForTimeout(300)
}
