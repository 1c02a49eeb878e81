import type { Page } from 'playwright'
import { target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'
import { openBrowser } from '#tests/harness/open-browser.ts'

const PHONE = { width: 360, height: 740 }
/** Pictures further down than this (px) may load lazily. */
const SCREENS = 2

export interface ShopPictures {
  pictures: number
  /** Pictures far down that load eagerly. */
  eager: number
  /** Pictures that shift the layout when they load. */
  unsized: number
}

/** Checks the product pictures of the shop: delays them first, then lets them load. */
export async function measureShopPictures(url: string): Promise<ShopPictures> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: PHONE, locale: 'en-GB' })
    const { promise: letGo, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/drawings/products/*', (route) => letGo.then(() => route.continue()))
    await page.goto(`${url}/shop`, { waitUntil: 'domcontentloaded' })
    await page.locator('article img').first().waitFor({ state: 'attached' })
    const held = await boxes(page)
    release()
    await page.waitForLoadState('networkidle')
    const loaded = await boxes(page)
    return {
      pictures: held.length,
      eager: held.filter(({ lazy, top }) => !lazy && top > SCREENS * PHONE.height).length,
      unsized: held.filter(({ height, top }, index) => height < 1 || top !== loaded[index]?.top).length,
    }
  } finally {
    await browser.close()
  }
}

const boxes = (page: Page) =>
  page.locator('article img').evaluateAll((images) =>
    images.map((image) => {
      const { top, height } = image.getBoundingClientRect()
      return { top, height, lazy: (image as HTMLImageElement).loading === 'lazy' }
    }),
  )

export const shopPictureTargets = ({ pictures, eager, unsized }: ShopPictures): BenchmarkTarget[] => [
  target(`/shop: of ${pictures} pictures, far down and not lazy`, eager, 0, ''),
  target(`/shop: of ${pictures} pictures, moved when they are there`, unsized, 0, ''),
]
