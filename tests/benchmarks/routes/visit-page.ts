import type { Browser, Page } from 'playwright'

export interface Viewport {
  width: number
  height: number
}

/** URLs requested by Chromium, without duplicates. */
interface Visit {
  onLoad: string[]
  /** The same after scrolling to the end of the page. */
  afterScroll: string[]
}

/** Visits a page with an empty cache. */
export async function visitPage(browser: Browser, url: string, viewport: Viewport): Promise<Visit> {
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

/** Scrolls screen by screen, so that everything lazy loads. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
    const { documentElement: root } = document
    for (let top = 0; top < root.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await pause()
    }
  })
  // An island requests its script a moment after it is visible.
  await page.waitForTimeout(300)
}
