import {
  launch,
  type Browser,
  type BrowserContext,
  type ElementHandle,
  type Frame,
  type Page,
} from 'puppeteer-core'
import { findFirefox } from '#local/browsers.mjs'
import type { BrowserTab, Engine } from '#tests/browsers/tab.ts'

/** Firefox over WebDriver BiDi, which Puppeteer speaks. */
export async function startFirefox(headless = true): Promise<Engine> {
  const firefox: Browser = await launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? 'firefox',
    headless,
  })
  let context: BrowserContext | undefined
  return {
    async newTab(width) {
      await context?.close()
      context = await firefox.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width, height: 844 })
      return new FirefoxTab(page, page)
    },
    close: () => firefox.close(),
  }
}

class FirefoxTab implements BrowserTab {
  readonly page: Page
  readonly frame: Page | Frame
  constructor(page: Page, frame: Page | Frame) {
    this.page = page
    this.frame = frame
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url)
  }

  run<Result>(script: string, ...args: unknown[]): Promise<Result> {
    return this.frame.evaluate(functionOf(script, args)) as Promise<Result>
  }

  async click(script: string, ...args: unknown[]): Promise<void> {
    await (await this.element(script, args)).click()
  }

  async type(text: string, script: string, ...args: unknown[]): Promise<void> {
    const element = await this.element(script, args)
    await element.evaluate((field) => field instanceof HTMLInputElement && field.select())
    await element.type(text)
  }

  async inFrame(selector: string, steps: (frame: BrowserTab) => Promise<void>): Promise<void> {
    const frame = await (await this.page.waitForSelector(selector))?.contentFrame()
    if (!frame) throw new Error(`No frame ${selector}`)
    await steps(new FirefoxTab(this.page, frame))
  }

  private async element(script: string, args: unknown[]): Promise<ElementHandle> {
    return (await this.frame.evaluateHandle(functionOf(script, args))) as ElementHandle
  }
}

const functionOf = (script: string, args: unknown[]) =>
  `(() => { const args = ${JSON.stringify(args)}; ${script} })()`
