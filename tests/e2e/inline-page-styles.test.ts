import { clinic } from '#content/clinic.ts'
import { therapies } from '#content/therapies.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'
import { FONTS_IN_USE } from '#tests/e2e/fonts-in-use.ts'

const PAGES = [
  '/',
  '/shop',
  `/therapy/${therapies[0]!.id}`,
  `/${clinic.practitioner.slug}`,
  '/privacy-policy',
  '/404',
]
const VISIBLE = [
  'background',
  'border',
  'box-shadow',
  'color',
  'content',
  'display',
  'font',
  'list-style',
  'mask',
  'opacity',
  'outline',
  'text-decoration',
  'visibility',
]

test.describe('a page looks as with its whole stylesheet before that has come', () => {
  for (const path of PAGES)
    test(path, async ({ page }) => {
      // Never answered, because only the whole stylesheet has the rules of what an answer adds.
      await page.route('**/api/**', () => undefined)
      await page.goto(path)
      const stylesheet = page.locator('link[rel=stylesheet]')
      await expect
        .poll(() => stylesheet.evaluate((link: HTMLLinkElement) => link.sheet?.cssRules.length))
        .toBeGreaterThan(0)
      await expect.poll(() => page.evaluate(FONTS_IN_USE)).toBe(true)
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const [whole, inlined] = await page.evaluate((visible) => {
          const looks = () =>
            [...document.querySelectorAll('html, body, body *')].map((element) => {
              const { x, y, width, height } = element.getBoundingClientRect()
              const styles = ['', '::before', '::after'].flatMap((pseudo) => {
                const style = getComputedStyle(element, pseudo)
                return visible.map((name) => style.getPropertyValue(name))
              })
              return [element.tagName, element.className, x, y, width, height, ...styles].join(' ')
            })
          const { sheet } = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')!
          const before = looks()
          sheet!.disabled = true
          const after = looks()
          sheet!.disabled = false
          return [before, after]
        }, VISIBLE)
        expect(inlined.filter((look, nth) => look !== whole[nth])).toEqual([])
      }
    })
})
